// Package phrase turns the output of the network's slots into keyphrases.
//
//	answer.Answer, choose.Candidate ──Ranker.Rank, Ranker.Chosen──► []schemas.Phrase
//	(words)                                                         (best first)
//
// With --choose slots, phrases are sorted by falling score, and equal scores by slot (Ye et al., ACL 2021). Phrases that a
// choice picks among all slots are sorted by falling probability.
package phrase
