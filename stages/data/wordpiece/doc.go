// Package wordpiece cuts text into the word pieces of the uncased BERT models (Devlin et al., NAACL 2019; Wu et al. 2016),
// which pretrained encoders read instead of words.
//
//	token ─ normalise ─► lower-case letters without accents ─ split ─► words ─ longest match ─► pieces
//	"Naïve-Bayes"        "naive-bayes"                                "naive" "-" "bayes"       "naive" "-" "bay" "##es"
//
// [Load] reads a [Tokenizer] from a model folder in the format of Hugging Face: vocab.txt, and the options of
// tokenizer_config.json, tokenizer.json, special_tokens_map.json and added_tokens.json if there are such files. The package
// implements only the tokenisation of BERT's uncased models; it rejects a folder that asks for another.
//
// The steps are those of BasicTokenizer and WordpieceTokenizer in google-research/bert (tokenization.py). The result equals
// that of Hugging Face's tokenizers 0.23 with two exceptions. "[SEP]" and the like in a text are ordinary brackets and
// letters, never a special token. And where versions of Unicode differ, Go's applies; this concerns some 600 marks,
// punctuation and capital letters of scripts outside BERT's vocabulary, which become [UNK] or nothing either way.
//
// The pieces of a text are those of its parts between blanks, in order. A document therefore gives the same pieces as a
// whole and token by token.
package wordpiece
