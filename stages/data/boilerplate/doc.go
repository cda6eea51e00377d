// Package boilerplate finds what stands in a title or an abstract but is not about the document: sentences of publishers
// (copyright, licence), of funding, of the registration of a trial and of supplements, a line of keywords, the labels of a
// structured abstract, and words that stand where there is no abstract. An author's keyphrases are never in them, except in
// the line of keywords, which repeats what is to be found.
//
//	text ─ Find ─► spans in rising order, which do not overlap
//
// A rule begins at a word: some at any capital, because exports join "© 2020 The Authors" to the last sentence without a
// point, others only where a sentence begins. It ends at the end of its sentence. Rules are narrow, for a sentence left in
// costs less than one taken out: "this work is supported by experiments" has no funder, and stays.
package boilerplate
