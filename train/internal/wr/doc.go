// Package wr implements what WR-One2Set adds to One2Set (Xie et al., EMNLP 2022):
// target re-assignment (R, section 5.2) and adaptive instance-level cost
// weighting (W, section 5.1). Nothing else in the program knows of them.
//
// Both fight the over-estimation of ∅. Most of a document's N slots are
// assigned the target ∅, so a model learns to answer ∅ even where the same
// slot, forbidden to do so, would have produced a correct keyphrase.
//
// # Target re-assignment
//
// The K-step assignment (package assign) has assigned the targets: slot i has
// target y^{m(i)}. Two greedy predictions of K tokens are known for every slot:
// the vanilla one, ŷ^i, which may be ∅, and ȳ^i, in which ∅ is forbidden at every
// step. Slots that hold a keyphrase keep it. A slot that holds ∅ is examined if
// its ȳ^i agrees with a keyphrase target:
//
//	ȳ^i agrees with a keyphrase target?
//	 ├─ no ─────────────────────────────────────────► ∅, as assigned      Null
//	 └─ yes: some slot's ŷ^j, j = 1…N, equals ȳ^i?
//	     ├─ yes: the phrase is produced anyway ─────► no loss   C_u, Unimportant
//	     └─ no: slot i would say something fresh
//	         ├─ a target of its own half agrees ────► that target C_p, Potential
//	         └─ only one of the other half does ────► no loss      , Unimportant
//
// The slot that a target came from keeps it, and two fresh slots with the same ȳ
// both take the target: the paper's m' need not be a permutation.
//
// The paper leaves some of this open; Paper settles it as follows. To agree is to
// equal the first K tokens of the target as a sequence. A target of fewer tokens
// than K ends with its <eos>, and tokens of a prediction after an <eos> do not
// count. j = i is included: if slot i itself would say ȳ^i, ∅ loses nothing.
// Targets that share their first K tokens have the same match score by
// construction, so the first in gold order is the best match. A fresh phrase of
// the other half is not taken over, since equation 2 keeps the halves apart; nor
// is the slot taught to say ∅ instead.
//
// Released does what the authors' released code does, which differs. It compares
// sums of ids instead of sequences, so (a, b) agrees with (b, a). It never uses the
// vanilla prediction: a phrase counts as produced when the slot that was assigned
// it has itself a ȳ that agrees with any keyphrase target. It takes a target over
// only if exactly one target of the same half agrees, where every slot counts as
// one, ∅ slots included. The sum of ∅ is 6, as is that of a prediction of two <eos>
// (3+3); such a slot is masked unless it is the only ∅ slot of its half. released.go
// lists the rules one by one.
//
// Random is the ablation "Rand-Assign" of section 6.3: it finds the slots of C_p as
// Paper does and gives each a random keyphrase of its own half. Off leaves every
// target where it is.
//
// # Adaptive weighting
//
// One2Set scales the loss of ∅ by constants, λ_pre for slots of the present
// half and λ_abs for the absent half (equation 3). Here they are multiplied
// for each document by
//
//	λ_adp = 1/|C_!∅| · Σ_{i∈C_!∅} min(p̂^i(y_0) / p̂^i(∅), 1)     (equation 4)
//
// over the slots C_!∅ with a keyphrase target, where p̂^i is the teacher-forced
// distribution of slot i at its first token and y_0 the target's first token.
// If keyphrase slots put more on ∅ than on their own first word, ∅ is
// over-estimated in this document and its losses count less. λ_adp is a
// constant for the gradient. As in the released code the targets are those
// after re-assignment, both halves count together, the probabilities are those
// of the training pass (dropout on), both sides of the ratio have 1e-8 added,
// and a document without keyphrase has λ_adp = 1.
//
// # The loss
//
// The loss of a step is Σ w·(-ln(p + 1e-8)) over all target tokens, where w
// is 1 for a token of a keyphrase, λ_pre or λ_abs times λ_adp for ∅, and 0 in
// a slot without supervision. It is divided by the number of target tokens
// after re-assignment (Supervision.Tokens): a ∅ counts 1 in it whatever its
// weight, and so does a slot without supervision.
package wr
