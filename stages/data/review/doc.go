// Package review reads the sheet in which people correct what documents were labelled with: infer export --export review writes it,
// a spreadsheet changes it, and train refit, train concepts and score read it.
//
//	.xlsx, .ods, CSV ─ Read ─► *Review ─ Find ─► *Document ─► Gold, Struck, Unmarked
//	                                   ─ Never ─► phrases that are struck everywhere
//
// A sheet has a row a phrase, and some rows without a phrase for each document. Every row names its document and says what was shown,
// so that a sheet that was sorted, filtered or cut still reads right. The cell keep? has one of the words of Yes or No, or none. A
// phrase written into an empty row is missing from the labels; several are joined by ";" or stand in lines of one cell.
//
// # The rule
//
// Nothing is guessed. A document is touched if one of its rows has a mark or a new phrase; only touched documents count. In them, kept and added
// phrases are right, struck ones are wrong, and phrases without a mark are neither: they are left out where right and wrong ones are
// counted. Two files, or two rows, may be about the same phrase: then a mark counts more than none, and two that differ are an error.
package review
