// Package text turns raw text into the words that the model sees, and words
// into ids.
//
//	raw title, abstract ─ Tokenizer.Title, Tokens ─► tokens ─┐
//	raw keyphrases ────── Tokenizer.Keyphrases ────► tokens ─┴─ Split ─► present, absent
//	kept training tokens ─ Counter ─► vocabulary rows ─ Vocabulary.Encode ─► schemas.Example
//
// The rules are those by which the One2Set release of KP20k was made: lower
// case, Penn Treebank tokens as the CoreNLP tokeniser of 2018 cuts them, whole
// numbers as <digit>, and Porter stems (NLTK's extended rules) to tell present
// from absent keyphrases. Two readings of characters outside ASCII are there,
// see Unicode.
//
// Tokens and phrases are plain strings and string lists throughout; nothing
// here reads or writes files.
package text
