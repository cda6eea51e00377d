// Package join reads what is scored: documents with their keyphrases, the
// predictions for them, and if wanted the slots behind the predictions, in
// step and one document at a time.
//
//	documents    our Parquet; any corpus that stages/data/corpus reads; or a pair of text files
//	predictions  our Parquet; JSON lines; Parquet or tables of others; or a text file of "phrase;phrase" a line
//	slots        our Parquet
//
// Which it is, is seen by content, of tables by name. Raw text, and the phrases of predictions that are not ours, are
// cut into tokens by the rules of preprocess; text that is tokens already comes out as it went in. Pairs and lines are
// those of stages/data/corpus, so that a line is the same line to preprocess and to score; how phrases are cut out of it is
// the authors' evaluation script's.
//
// Where both have ids, documents and predictions are joined by them, in the order of the documents: each id must be
// there once on both sides. Otherwise line i belongs to line i, and there must be equally many. Anything else is an
// error that names numbers and ids; a part is never scored as if it were the whole. Every error about content is a
// *schemas.FileError.
package join
