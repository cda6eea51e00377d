// Package phrase turns what a network wrote about a document into keyphrases with their places.
//
//	schemas.Document ──Prepare──► Document ──a Labeller: the network──► Output ──Detokenizer──► []Answer
//	(tokens)                      (ids)                                 (ids)                   (words)
//
//	[]Answer, []choose.Candidate ──Ranker.Rank, Ranker.Chosen──► []schemas.Phrase
//	(words)                                                      (best first, with places)
//
// The rules are those of the authors' prediction step as it was in One2Set (Ye et al., ACL 2021), which the code released with
// WR-One2Set (Xie et al., EMNLP 2022) means but cannot run: the words of an output are those up to <eos>; one with ∅ anywhere
// before gives nothing; a phrase scores the mean probability of its words, <eos> not among them. Phrases stand by falling
// score, those with equal scores by slot; where a choice was made among them, by falling probability.
//
// Packages slots, sequence and joint each have a Labeller.
package phrase
