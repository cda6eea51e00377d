// Package assign decides which target each slot of a document is trained on:
// the K-step target assignment of One2Set (Ye et al., ACL 2021), as
// "Background" of Xie et al. (EMNLP 2022) restates it in equation 1.
//
// # The problem
//
// SetTrans has N decoders, the slots, that all start from the same token and run
// side by side. The keyphrases of a document are a set without order, so something
// has to decide which slot learns which phrase. Fixing it by position would punish
// a slot that produces a good phrase from elsewhere in the list. Instead every slot
// first predicts K tokens, and the phrases are assigned so that they agree best
// with the slots' own predictions.
//
// # Targets
//
// The slots form two halves of M = N/2, the first for phrases that occur in the
// document (present), the second for those that do not (absent). Slots.Fix assigns
// the gold phrases to rows. It drops phrases of more than L-1 words, because a slot
// emits L tokens and the last is <eos>, and then keeps the first M of each kind. The
// rest of a half is filled with the target ∅, the single token <null>:
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
// where P^i_t is the distribution of slot i at step t of its own greedy prediction
// (dropout off). Probabilities are summed, not their logarithms. A ∅ target
// therefore scores 0 with every slot: the slots that get no keyphrase get ∅. Only a
// few probabilities of each distribution are needed, so the network computes these
// alone (Queries), and the full distributions are never stored.
//
// # Maximum assignment
//
// Equation 1 asks for the permutation m of a half with the largest total score.
// Assign finds it with shortest augmenting paths and dual variables (Jonker and
// Volgenant 1987, in the rectangular form of Crouse 2016), in O(M³) for a half of M
// slots; M is 10 in the paper. Slots enter one after the other. A slot searches for
// the cheapest path to a free target, on which it may move earlier slots to other
// targets. The reduced cost of an edge is its cost less the potentials of its ends;
// it is never negative, so the search is Dijkstra's:
//
//	slot 2 ── 0.1 ──► target 0 (held by slot 1) ── 0.3 ──► target 4 (free)
//
// Real scores hardly ever tie, but ∅ targets tie by construction, and an untrained
// model can produce any tie. The order in which ties are resolved is therefore part
// of the result. It is that of scipy's linear_sum_assignment, which the authors'
// released code uses. Targets not yet scanned stand in a list in descending order at
// first; the last of the list replaces the target just scanned. Among equal
// distances the first met wins unless a later one is free.
package assign
