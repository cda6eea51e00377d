package wordpiece

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wrone2set/wrone2set/schemas"
)

// checkFile compares err with the text of a *schemas.FileError, "" for no error.
func checkFile(t *testing.T, err error, want string) {
	t.Helper()
	var file *schemas.FileError
	switch {
	case err == nil && want == "":
	case err == nil || want == "":
		t.Errorf("error %v, want %q", err, want)
	case !errors.As(err, &file):
		t.Errorf("%v is not a *schemas.FileError", err)
	case err.Error() != want:
		t.Errorf("error %q, want %q", err, want)
	}
}

// described0 is a tokenizer.json of the vocabulary of TestOptions.
const described0 = `{"version": "1.0", "truncation": {"max_length": 128}, "padding": null,
"added_tokens": [{"id": 0, "content": "[PAD]", "special": true}, {"id": 1, "content": "[UNK]", "special": true}],
"normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
"pre_tokenizer": {"type": "BertPreTokenizer"},
"model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
"vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4, "##a": 5}}}`

// Every option that asks for another tokenisation is rejected, with file and key.
func TestOptions(t *testing.T) {
	const remedy = "; take the folder of an uncased BERT model"
	swap := func(old, new string) string {
		if !strings.Contains(described0, old) {
			t.Fatalf("no %s", old)
		}
		return strings.Replace(described0, old, new, 1)
	}
	for _, c := range []struct{ file, text, want string }{
		{"tokenizer_config.json", `{"do_lower_case": true, "unk_token": "[UNK]", "strip_accents": null, "tokenize_chinese_chars": true,
			"never_split": [], "tokenizer_class": "BertTokenizer", "model_max_length": 512, "name_or_path": "x"}`, ""},
		{"tokenizer_config.json", `{"tokenizer_class": "BertTokenizerFast", "strip_accents": true, "never_split": null, "unk_token": {"content": "[UNK]"}}`, ""},
		{"tokenizer_config.json", `{"do_lower_case": false}`, "do_lower_case: is false, only [true] is supported"},
		{"tokenizer_config.json", `{"do_basic_tokenize": false}`, "do_basic_tokenize: is false, only [true] is supported"},
		{"tokenizer_config.json", `{"tokenize_chinese_chars": false}`, "tokenize_chinese_chars: is false, only [true] is supported"},
		{"tokenizer_config.json", `{"strip_accents": false}`, "strip_accents: is false, only [true] is supported"},
		{"tokenizer_config.json", `{"never_split": ["c++"]}`, "never_split: is [c++], only [[]] is supported"},
		{"tokenizer_config.json", `{"tokenizer_class": "XLMRobertaTokenizer"}`, "tokenizer_class: is XLMRobertaTokenizer, only [BertTokenizer BertTokenizerFast] is supported"},
		{"special_tokens_map.json", `{"unk_token": "<unk>"}`, "unk_token: is <unk>, only [[UNK]] is supported"},
		{"special_tokens_map.json", `{"pad_token": "<pad>"}`, "pad_token: is <pad>, only [[PAD]] is supported"},
		{"special_tokens_map.json", `{"cls_token": {"content": "<s>"}}`, "cls_token: is <s>, only [[CLS]] is supported"},
		{"special_tokens_map.json", `{"sep_token": "</s>"}`, "sep_token: is </s>, only [[SEP]] is supported"},
		{"special_tokens_map.json", `{`, "the file is damaged: unexpected end of JSON input"},
		{"added_tokens.json", `{"[PAD]": 0}`, ""},
		{"added_tokens.json", `{"[PAD]": 1}`, `the piece "[PAD]" has the id 1, but line 1 of vocab.txt gives it 0`},
		{"added_tokens.json", `{"[MASK]": 5}`, `vocab.txt has no piece "[MASK]"`},
		{"added_tokens.json", `{"c++": 6}`, `the token "c++" is not one of BERT's special tokens, which is not supported`},
		{"tokenizer.json", described0, ""},
		{"tokenizer.json", swap(`null, "lowercase": true`, `true, "lowercase": null`), ""},
		{"tokenizer.json", swap(`"BertNormalizer"`, `"NFC"`), "normalizer.type: is NFC, only [BertNormalizer] is supported"},
		{"tokenizer.json", swap(`"clean_text": true`, `"clean_text": false`), "normalizer.clean_text: is false, only [true] is supported"},
		{"tokenizer.json", swap(`"handle_chinese_chars": true`, `"handle_chinese_chars": false`), "normalizer.handle_chinese_chars: is false, only [true] is supported"},
		{"tokenizer.json", swap(`"strip_accents": null`, `"strip_accents": false`), "normalizer.strip_accents: is false, only [true] is supported"},
		{"tokenizer.json", swap(`"lowercase": true`, `"lowercase": false`), "normalizer.lowercase: is false, only [true] is supported"},
		{"tokenizer.json", swap(`"BertPreTokenizer"`, `"Whitespace"`), "pre_tokenizer.type: is Whitespace, only [BertPreTokenizer] is supported"},
		{"tokenizer.json", swap(`"WordPiece"`, `"BPE"`), "model.type: is BPE, only [WordPiece] is supported"},
		{"tokenizer.json", swap(`"unk_token": "[UNK]"`, `"unk_token": "?"`), "model.unk_token: is ?, only [[UNK]] is supported"},
		{"tokenizer.json", swap(`"##"`, `"@@"`), "model.continuing_subword_prefix: is @@, only [##] is supported"},
		{"tokenizer.json", swap(`: 100`, `: 200`), "model.max_input_chars_per_word: is 200, only [100] is supported"},
		{"tokenizer.json", swap(`, "##a": 5`, ""), "model.vocab: has 5 pieces, vocab.txt 6"},
		{"tokenizer.json", swap(`"a": 4, "##a": 5`, `"a": 5, "##a": 4`), `model.vocab: the piece "##a" has the id 4, but line 6 of vocab.txt gives it 5`},
		{"tokenizer.json", swap(`"##a": 5`, `"##b": 5`), `model.vocab: vocab.txt has no piece "##b"`},
		{"tokenizer.json", swap(`"content": "[PAD]"`, `"content": "c++"`), `added_tokens: the token "c++" is not one of BERT's special tokens, which is not supported`},
		{"tokenizer.json", swap(`"id": 0,`, `"id": 3,`), `added_tokens: the piece "[PAD]" has the id 3, but line 1 of vocab.txt gives it 0`},
		{"merges.txt", "what others need", ""},
	} {
		_, err := Load("dir", fstest.MapFS{
			VocabularyFile: {Data: []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n##a\n")},
			c.file:         {Data: []byte(c.text)},
		})
		want := ""
		if c.want != "" {
			want = "dir/" + c.file + ": " + c.want + remedy
		}
		checkFile(t, err, want)
	}
}

// A real model folder, if WRONE2SET_BERT names one.
func TestFolder(t *testing.T) {
	dir := os.Getenv("WRONE2SET_BERT")
	if dir == "" {
		t.Skip("WRONE2SET_BERT names no folder of an uncased BERT model")
	}
	k, err := Load(dir, os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(k.names(k.Append(nil, "Keyphrase generation, naïvely")), " "); got != "key ##ph ##rase generation , naive ##ly" {
		t.Error(got)
	}
}
