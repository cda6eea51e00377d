// Package compare holds the scores of several systems for the same documents beside each other, and says of every
// difference to the first system how sure it is.
//
//	result.Document, of each system  ──System.Add──►  what it adds to each measure
//	systems  ──New──►  Table  ──Text, Markdown, CSV, LaTeX──►  files; package report makes a page of it
//
// The intervals are those of a paired bootstrap over documents (Efron and Tibshirani, An Introduction to the Bootstrap,
// 1993, chapter 13; for comparisons of systems Koehn, EMNLP 2004): documents are drawn with replacement, the same draws for
// all systems, the difference is taken anew for each draw, and the middle 95 % of these differences are the interval. A
// document that is hard for one system is hard for the other, which an interval for each system alone would not know.
package compare
