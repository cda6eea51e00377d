// Package answer asks the network about documents and puts what its slots
// write into words, for those who label with it and for those who fit a choice
// of phrases to it. Both ask here, so that they get the same.
//
//	schemas.Document ──Prepare──► Document ──Network.Free, Network.Both──► []Answer, []choose.Slot
//	                              (ids)                                    (words)
//
// The rules are those of the authors' prediction step as it was in One2Set (Ye
// et al., ACL 2021), which the code released with WR-One2Set (Xie et al., EMNLP
// 2022) means but cannot run: a slot's words up to <eos>; a slot that says ∅
// anywhere before gives nothing; a phrase scores the mean probability of its
// words, <eos> not among them. Of CatSeq and One2One, whose networks have one
// slot, Sequences and Search ask, and of the networks of package joint Joint.
package answer
