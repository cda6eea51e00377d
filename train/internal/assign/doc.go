// Package assign decides which target each slot of a document is trained on:
// the K-step target assignment of One2Set (Ye et al., ACL 2021), as
// "Background" of Xie et al. (EMNLP 2022) restates it in equation 1.
//
// # The problem
//
// SetTrans has N decoders, the slots, that all start from the same token and
// run side by side. A document has a set of keyphrases, and a set has no
// order, so somebody has to say which slot is to answer for which phrase.
// Fixing it by position would punish a slot that produces a good phrase which
// happens to stand elsewhere in the list. Instead the model is asked first:
// every slot predicts K tokens, and the phrases are dealt out so that the
// slots' own predictions agree with them as well as they can.
//
// # Targets
//
// The slots are cut into two halves of M = N/2, the first for phrases that
// occur in the document (present), the second for those that do not (absent).
// Layout.Fix lays the gold phrases over them. Phrases of more than L-1 words
// are dropped, because a slot emits L tokens and the last is <eos>; then the
// first M of each kind are kept. What is left over of a half is filled with
// the target ∅, the single token <null>:
//
//	gold      a b | c | <peos> | d          N = 6, L = 4
//	row       0        1        2       3        4       5
//	target    a b </s> c </s>   ∅       d </s>   ∅       ∅
//	          ╰────── present ──────╯   ╰────── absent ──────╯
//
// # Scores
//
// The cost C_match of giving target y to slot i is the negative of
//
//	score(i, y) = Σ_{t<K} P^i_t(y_t)      over the y_t that are words or <eos>
//
// where P^i_t is the distribution of slot i at step t of its own greedy
// prediction (dropout off). Probabilities are summed, not their logarithms. A
// ∅ target therefore scores 0 with every slot: ∅ slots are those that the
// keyphrases left over. Only a few probabilities of each distribution are
// needed, so the network is asked for these alone (Queries) and the full
// distributions are never stored.
//
// # Maximum assignment
//
// Equation 1 asks for the permutation m of a half with the largest total
// score. Assign finds it with shortest augmenting paths and dual variables
// (Jonker and Volgenant 1987, in the rectangular form of Crouse 2016),
// O(M³) for a half of M slots; M is 10 in the paper. Slots enter one after
// the other. A slot looks for the cheapest way to a free target, where it may
// push earlier slots on to other targets; the reduced cost of an edge is its
// cost less the potentials of its ends, never negative, so the search is
// Dijkstra's:
//
//	slot 2 ── 0.1 ──► target 0 (held by slot 1) ── 0.3 ──► target 4 (free)
//
// Real scores hardly ever tie, but ∅ targets tie by construction and an
// untrained model can make any tie. The order in which ties fall is then part
// of the result, and it is made to be that of scipy's linear_sum_assignment,
// on which the authors' released code rests: targets not yet scanned stand in
// a list that begins in descending order; the target just scanned is replaced
// by the last of the list; among equal distances the first met wins unless a
// later one is free.
package assign
