package wordpiece

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// Files of options beside vocab.txt, each of which may be missing.
const (
	configFile    = "tokenizer_config.json"
	specialsFile  = "special_tokens_map.json"
	addedFile     = "added_tokens.json"
	tokenizerFile = "tokenizer.json"
)

// options lists the options that concern the pieces of a text (not lengths, padding, templates, nor how ids become text) and their
// supported values. An option that is nil there may be missing or null; the tokens of specialsFile are those of configFile.
var options = []struct {
	file, key string
	values    []any
}{
	{configFile, "tokenizer_class", []any{nil, "BertTokenizer", "BertTokenizerFast"}},
	{configFile, "do_lower_case", []any{nil, true}},
	{configFile, "do_basic_tokenize", []any{nil, true}},
	{configFile, "tokenize_chinese_chars", []any{nil, true}},
	{configFile, "strip_accents", []any{nil, true}},
	{configFile, "never_split", []any{nil, []any{}}},
	{configFile, "unk_token", []any{nil, unknown}},
	{configFile, "pad_token", []any{nil, padding}},
	{configFile, "cls_token", []any{nil, start}},
	{configFile, "sep_token", []any{nil, separator}},
	{specialsFile, "unk_token", []any{nil, unknown}},
	{specialsFile, "pad_token", []any{nil, padding}},
	{specialsFile, "cls_token", []any{nil, start}},
	{specialsFile, "sep_token", []any{nil, separator}},
	{tokenizerFile, "normalizer.type", []any{"BertNormalizer"}},
	{tokenizerFile, "normalizer.clean_text", []any{nil, true}},
	{tokenizerFile, "normalizer.handle_chinese_chars", []any{nil, true}},
	{tokenizerFile, "normalizer.strip_accents", []any{nil, true}},
	{tokenizerFile, "normalizer.lowercase", []any{nil, true}},
	{tokenizerFile, "pre_tokenizer.type", []any{"BertPreTokenizer"}},
	{tokenizerFile, "model.type", []any{"WordPiece"}},
	{tokenizerFile, "model.unk_token", []any{unknown}},
	{tokenizerFile, "model.continuing_subword_prefix", []any{continued}},
	{tokenizerFile, "model.max_input_chars_per_word", []any{float64(longestWord)}},
}

// check compares the options of the folder with the tokenisation of this package.
func (f folder) check(t *Tokenizer) error {
	files := map[string]any{}
	for _, o := range options {
		if _, read := files[o.file]; !read {
			var content any
			if err := f.read(o.file, &content); err != nil {
				return err
			}
			files[o.file] = content
		}
		value := lookup(files[o.file], o.key)
		supported := slices.ContainsFunc(o.values, func(may any) bool { return reflect.DeepEqual(value, may) })
		if files[o.file] != nil && !supported {
			return f.fail(o.file, o.key, fmt.Errorf("is %v, only %v is supported", value, slices.DeleteFunc(slices.Clone(o.values), func(v any) bool { return v == nil })))
		}
	}
	return errors.Join(f.added(t), f.tokenizer(t))
}

// lookup returns the value of a key with points between its parts, nil if there is none. A special token with its search options is
// its content.
func lookup(value any, key string) any {
	for part := range strings.SplitSeq(key, ".") {
		object, _ := value.(map[string]any)
		value = object[part]
	}
	if token, ok := value.(map[string]any); ok {
		return token["content"]
	}
	return value
}

// added checks added_tokens.json: tokens that are not in vocab.txt would be cut out of a text before all else.
func (f folder) added(t *Tokenizer) error {
	var tokens map[string]int32
	if err := f.read(addedFile, &tokens); err != nil {
		return err
	}
	for _, token := range slices.Sorted(maps.Keys(tokens)) {
		if err := t.special(token, tokens[token]); err != nil {
			return f.fail(addedFile, "", err)
		}
	}
	return nil
}

// tokenizer checks the pieces of tokenizer.json.
func (f folder) tokenizer(t *Tokenizer) error {
	var d *struct {
		Added []struct {
			ID      int32  `json:"id"`
			Content string `json:"content"`
		} `json:"added_tokens"`
		Model struct {
			Pieces map[string]int32 `json:"vocab"`
		} `json:"model"`
	}
	if err := f.read(tokenizerFile, &d); err != nil || d == nil {
		return err
	}
	pieces := d.Model.Pieces
	if len(pieces) != t.Size() {
		return f.fail(tokenizerFile, "model.vocab", fmt.Errorf("has %d pieces, %s %d", len(pieces), VocabularyFile, t.Size()))
	}
	for _, piece := range slices.Sorted(maps.Keys(pieces)) {
		if err := t.same(piece, pieces[piece]); err != nil {
			return f.fail(tokenizerFile, "model.vocab", err)
		}
	}
	for _, a := range d.Added {
		if err := t.special(a.Content, a.ID); err != nil {
			return f.fail(tokenizerFile, "added_tokens", err)
		}
	}
	return nil
}

// special returns an error if vocab.txt does not have token as a special one with that id.
func (t *Tokenizer) special(token string, id int32) error {
	if !slices.Contains([]string{padding, unknown, start, separator, "[MASK]"}, token) {
		return fmt.Errorf("the token %q is not one of BERT's special tokens, which is not supported", token)
	}
	return t.same(token, id)
}

// same returns an error if vocab.txt does not have piece with that id.
func (t *Tokenizer) same(piece string, id int32) error {
	switch n, ok := t.id(piece); {
	case !ok:
		return fmt.Errorf("%s has no piece %q", VocabularyFile, piece)
	case n != id:
		return fmt.Errorf("the piece %q has the id %d, but line %d of %s gives it %d", piece, id, n+1, VocabularyFile, n)
	}
	return nil
}

// read decodes a file of options, which may be missing.
func (f folder) read(name string, into any) error {
	b, err := fs.ReadFile(f.files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("wordpiece: %w", err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		return f.fail(name, "", fmt.Errorf("%w: %w", schemas.ErrDamaged, err))
	}
	return nil
}
