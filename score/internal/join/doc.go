// Package join reads what is scored: documents with their keyphrases, the
// predictions for them, and if wanted the slots behind the predictions, in
// step and one document at a time.
//
//	documents    our Parquet, or a pair of text files: "title <eos> body" and "phrase;phrase" a line
//	predictions  our Parquet, or a text file of "phrase;phrase" a line
//	slots        our Parquet
//
// Which it is, is seen by content. Pairs and lines are those of stages/corpus, so that a line is the same line to
// preprocess and to score; how phrases are cut out of it is the authors' evaluation script's.
//
// Documents and predictions must be the same documents in the same order:
// equal numbers of rows, and equal ids where both files have ids. Anything
// else is an error that names the numbers or the first row that differs; a
// shorter file is never scored as if it were the whole. Every error about
// content is a *schemas.FileError.
package join
