// Package text turns raw text into the words that the model sees, and words
// into ids.
//
//	raw title, abstract ─ Tokenizer.Title, Tokens ─► tokens ─┐
//	raw keyphrases ────── Tokenizer.Keyphrases ────► tokens ─┴─ Split ─► present, absent
//	kept training tokens ─ Counter ─► vocabulary rows ─ Vocabulary.Encode ─► schemas.Example
//
// The rules are those of the One2Set release of KP20k: lower case, Penn Treebank
// tokens of the CoreNLP tokeniser of 2018, integers as <digit>, and Porter stems
// (NLTK's extended rules) to tell present from absent keyphrases. Characters
// outside ASCII are folded or stripped, see Unicode.
//
// Tokens and phrases are plain strings and lists of strings throughout. Only the
// vocabulary reads a file (ReadVocabulary).
package text
