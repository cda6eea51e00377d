// Package paper makes the tables of the paper (Xie et al., EMNLP 2022) from runs of any number of
// systems, seeds and test sets, and sets the paper's own numbers beside ours.
//
//	Run      scores of one trained model on one test set
//	Trained  records of its training: settings, assigned targets
//	runs, trained  ──New──►  Study  ──Tables──►  Markdown, CSV
//
// A number is the mean over the seeds of a system, with the sample standard deviation. F1 is the paper's macro F1: F1
// of mean precision and mean recall over all documents. Where several test sets count together, as out of domain,
// every document has the same weight. The tables contain no times, so that equal runs give equal bytes.
package paper
