// Package fit makes a rank.Judge from the candidates of documents whose labels are known.
//
//	Table ─ Fit ─► *rank.Judge, Report
//
// Fit takes these steps:
//
//  1. Deal the documents to five folds in turn.
//  2. For each strength of the penalty, fit a logistic regression to the candidates of four folds that it is for and judge
//     the fifth. Keep the strength with the least loss on held-out folds. Or start from a judge that is given.
//  3. Grow trees by gradient boosting on all candidates of four folds, as many as have the least loss on the fifth. With
//     few documents that is none.
//  4. Fit an isotonic regression to the held-out judgements of step 3, again four folds for the fifth. Keep it if it lowers
//     the expected calibration error of the fifth.
//  5. Fit regression, trees and isotonic regression to all folds.
//
// Regress is step 2 alone, towards weights that are given. All numbers are float64 and sums follow the order of the rows: the
// same table gives the same judge, bit for bit, on any number of threads.
//
// infer imports neither this package nor the linear algebra that it needs.
package fit
