// Package fit makes a choose.Model from documents whose keyphrases are known.
//
//	candidates, keyphrases ──Label──► []Labelled ──Fit──► *choose.Model
//
// Fit takes these steps for present and for absent phrases:
//
//  1. Deal the documents to five folds in turn.
//  2. For each strength of the penalty, fit a logistic regression to what slots wrote in four folds and judge the fifth.
//     Keep the strength with the least loss on held-out folds.
//  3. Grow trees by gradient boosting on all candidates of four folds, as many as have the least loss on the fifth. With
//     few documents that is none.
//  4. Fit an isotonic regression to the held-out judgements of step 3, again four folds for the fifth. Keep it if it lowers
//     the expected calibration error of the fifth.
//  5. Fit regression, trees and isotonic regression to all folds.
//
// A kind with fewer than LeastRight right or wrong candidates of slots uses a regression of both kinds. All numbers are
// float64 and sums follow the order of the documents: the same documents give the same model, bit for bit, on any number of
// threads.
//
// infer imports neither this package nor the linear algebra that it needs.
package fit
