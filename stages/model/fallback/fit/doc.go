// Package fit fits an fallback.Ranker to documents whose keyphrases are known: the logistic regression of rank/fit on
// standardised terms.
//
//	texts, keyphrases ─ Label ─► []Document ─ Fit ─► *fallback.Ranker
//	                                        ─ Refit ─► *fallback.Ranker with a Lexicon
//
// Refit is for the documents of a user. Its penalty is towards the weights of another model, and probabilities are calibrated on
// folds.
//
// Sums run in the order of the documents, so the same documents give the same model, bit for bit. The test of this package writes
// the model that is part of infer with -update.
package fit
