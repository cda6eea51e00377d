// Package paper makes the tables and figures of the paper (Xie et al., EMNLP 2022) from runs of any number of systems,
// seeds and test sets, with the paper's own numbers beside ours.
//
//	Run      scores of one trained model on one test set
//	Trained  what its training left: settings, assigned targets
//	runs, trained  ──New──►  Study  ──Tables, Figures──►  Markdown, CSV, LaTeX; package report makes a page of them
//
// A number is the mean over the seeds of a system, with their sample standard deviation. F1 is macro, the paper's: F1 of
// mean precision and mean recall over all documents. Over several test sets together, as out of domain, documents count
// alike whichever set they are of. What is measured in seconds is in none of the tables, so that equal runs give equal
// bytes.
package paper
