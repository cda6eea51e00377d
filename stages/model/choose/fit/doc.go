// Package fit makes a choose.Model from documents whose keyphrases are known.
//
//	candidates, keyphrases ──Label──► []Labelled ──Fit──► *choose.Model
//
// For present and for absent phrases each (Fit does both):
//
//  1. the documents are dealt to five folds by turns
//  2. for each strength of the penalty a logistic regression is fitted to what slots wrote in four folds and judges the
//     fifth; the strength with the least loss on what was not seen is taken
//  3. behind it trees are grown by gradient boosting on all candidates of four folds, as many as have the least loss on the
//     fifth: none where there are too few documents for them to learn anything
//  4. isotonic regression on the judgements of step 3, again four folds for the fifth, is kept if the expected
//     calibration error of the fifth is less with it
//  5. regression, trees and isotonic regression are made from all folds
//
// A kind with fewer than LeastRight right or wrong candidates of slots shares the regression of all candidates. All is float64
// with sums in the order of the documents: the same documents give the same model, bit for bit, on any number of threads.
//
// Infer does not import this package, nor what it needs to solve equations.
package fit
