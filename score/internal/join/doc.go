// Package join reads documents with their keyphrases, the predictions for them and, if given, the slots behind the
// predictions. It reads them in step, one document at a time.
//
//	documents    our Parquet; any corpus that stages/data/corpus reads; or a pair of text files
//	predictions  our Parquet; JSON lines; Parquet or tables of others; or a text file with one "phrase;phrase" line or one printed
//	             list per document
//	slots        our Parquet
//
// The content decides which format a file has; for tables the name decides. join tokenises raw text, and the phrases
// of foreign predictions, by the rules of preprocess, in every format alike. Text that is already tokenised stays unchanged,
// and so do the words of phrases that it has. Package corpus reads pairs and lines, so that preprocess and score agree on what
// a line is, and finds keyphrases that another mark joins. With Paths.Released lines are cut into phrases as in the authors'
// evaluation script.
//
// If both have ids, ids join documents and predictions, in the order of the documents. Each id must then occur
// exactly once on both sides. Otherwise line i belongs to line i, and the numbers of lines must be equal. Anything
// else is an error that gives numbers and ids: join never passes a part off as the whole. A prediction of infer must also
// have the digest of its document, if both are of a text or both of tokens. Every error about content
// is a *schemas.FileError.
package join
