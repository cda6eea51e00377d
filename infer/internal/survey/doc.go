// Package survey counts what there is to say of a labelled corpus: how many documents and phrases, how many of these are probably
// right, which phrases are frequent, typical of a value of a column, on the rise, or together.
//
//	Document ─ Survey.Add ─► counters, Tally, Frequent, samples ─┐
//	              └────────► temporary file ─ Survey.Finish ─────┴─► Survey with Phrases, Columns, Trends, Pairs
//
// Two passes keep memory flat. The first, Add, finds which phrases are frequent (Frequent) and writes the labels of each document to
// a temporary file. The second, Finish, reads that file and counts the frequent ones exactly: by value, by year, by spelling, and in
// pairs. So every count is exact; only rare phrases of a large corpus can be missing, and Survey.Floor says how rare.
//
// # Tests
//
// A phrase counts once for each document. Of a value of a column (Value.Typical) and of a pair (Pair) the measure is the log-likelihood
// ratio G² of the four-fold table of documents (Dunning, Computational Linguistics 19(1), 1993). A trend over years is the linear trend
// in proportions of Cochran and Armitage (Biometrics 11(3), 1955). Tests of one kind are corrected by Bonferroni's rule at 5 %, so that
// a corpus without any structure has a finding of that kind in one of twenty cases.
//
// # How good labels are without gold
//
// Scores that are probabilities give the expected number of right labels: their sum. See Tally for its interval.
package survey
