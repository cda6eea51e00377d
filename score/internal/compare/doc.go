// Package compare sets the scores of several systems for the same documents side by side, with an interval for each
// difference to the first system.
//
//	result.Judged, per system  ──System.Add──►  the document's share of each measure
//	systems  ──New──►  Table  ──Text, Markdown, CSV, LaTeX──►  files; package report draws a page of it
//
// The intervals are those of a paired bootstrap over documents (Efron and Tibshirani, An Introduction to the
// Bootstrap, 1993, chapter 13; for comparisons of systems Koehn, EMNLP 2004). Each sample draws documents with
// replacement, the same ones for all systems, and takes the difference anew. The middle 95 % of these differences are
// the interval. Pairing matters because a document that is hard for one system is hard for the other; intervals of
// single systems ignore that.
package compare
