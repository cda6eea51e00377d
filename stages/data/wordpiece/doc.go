// Package wordpiece cuts text into the word pieces of the uncased BERT models (Devlin et al., NAACL 2019; Wu et al. 2016),
// which pretrained encoders read instead of words.
//
//	token ─ normalise ─► lower-case letters without accents ─ split ─► words ─ longest match ─► pieces
//	"Naïve-Bayes"        "naive-bayes"                                "naive" "-" "bayes"       "naive" "-" "bay" "##es"
//
// A [Tokenizer] is read from the folder of a model as Hugging Face has it: vocab.txt, and the options of
// tokenizer_config.json, tokenizer.json, special_tokens_map.json and added_tokens.json where there are such files. There is
// one way of cutting here, that of BERT's uncased models; a folder that asks for another is refused.
//
// The steps are those of BasicTokenizer and WordpieceTokenizer in google-research/bert (tokenization.py), with the same
// result as Hugging Face's tokenizers 0.23 but for two things. "[SEP]" and the like in a text are a text's brackets and
// letters, never a special token. And where versions of Unicode differ Go's is followed, which concerns some 600 marks,
// punctuation and capital letters of scripts that BERT's vocabulary does not have; either way they are [UNK] or nothing.
//
// The pieces of a text are those of its parts between blanks, one behind the other. So it is the same whether a document is
// cut as a whole or token by token.
package wordpiece
