// Package fit fits an extract.Model to documents whose keyphrases are known: a logistic regression by Newton's method, with the
// penalty ½·λ·Σ weight² on standardised terms.
//
//	texts, keyphrases ─ Label ─► []Document ─ Fit ─► *extract.Model
//
// Sums are in the order of the documents: the same documents give the same model, bit for bit. The test writes the model that is
// part of infer, with -update, from English abstracts and authors' keyphrases.
package fit
