// Package fit grows the trees of an extract.Model from documents whose keyphrases are known.
//
//	texts, keyphrases ─ Label ─► []Document ─ Fit ─► *extract.Model
//
// Trees are grown by gradient boosting on the log-loss, each a Newton step (Friedman, Annals of Statistics 29(5), 2001; Chen and
// Guestrin, KDD 2016). A tree learns from every third document, by turns. Sums are in the order of the documents: the same documents
// give the same model, bit for bit.
package fit
