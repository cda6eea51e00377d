// Package phrase turns the output of a network for a document into keyphrases with their places in the text.
//
//	schemas.Document ──Prepare──► Document ──a Labeller: the network──► Output ──Answer──► []choose.Answer
//	(tokens)                      (ids)                                 (ids)              (words)
//
//	[]choose.Answer, []choose.Candidate ──Lister.List, Lister.Chosen──► []schemas.Phrase
//	(words)                                                             (best first, with places)
//
// The rules are those of the authors' prediction step in One2Set (Ye et al., ACL 2021); the code released with WR-One2Set (Xie
// et al., EMNLP 2022) intends them but does not run. The words of an output end before <eos>. An output with ∅ before <eos>
// has no phrase. The score of a phrase is the mean probability of its words, without <eos>. Phrases are sorted by falling
// score, equal ones by slot; phrases of a choice are sorted by falling probability.
//
// Package slots has a Labeller with a choice; Textual is one without a network; a Listing is that of packages sequence and joint.
package phrase
