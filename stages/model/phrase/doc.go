// Package phrase turns what the slots of the network said into keyphrases.
//
//	answer.Answer, choose.Candidate ──Ranker.Rank, Ranker.Chosen──► []schemas.Phrase
//	(words)                                                         (best first)
//
// As slots say them, phrases stand by falling score, those with equal scores by
// slot (Ye et al., ACL 2021); as they are chosen among the phrases of all slots,
// by falling probability.
package phrase
