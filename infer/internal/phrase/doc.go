// Package phrase turns what the slots of the network wrote into keyphrases.
//
//	Output ──Detokenizer.Answer──► Answer ──Ranker.Rank──► []schemas.Phrase
//	(ids)                          (words)                  (best first)
//
// The rules are those of the authors' prediction step as it was in One2Set (Ye
// et al., ACL 2021), which the code released with WR-One2Set (Xie et al., EMNLP
// 2022) means but cannot run: a slot's words up to <eos>; a slot that says ∅
// anywhere before gives nothing; a phrase scores the mean probability of its
// words, <eos> not among them; phrases stand by falling score, those with equal
// scores by slot.
package phrase
