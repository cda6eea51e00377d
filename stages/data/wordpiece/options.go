package wordpiece

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
)

// check compares the options of the folder with the tokenisation of this package. It ignores options that do not concern
// the pieces of a text (lengths, padding, templates, how ids become text).
func (f folder) check(t *Tokenizer) error {
	return errors.Join(
		f.config("tokenizer_config.json"), f.config("special_tokens_map.json"),
		f.added(t), f.tokenizer(t))
}

// wanted lists options of tokenizer_config.json and special_tokens_map.json and their supported values. An option that is
// missing or null is supported.
var wanted = map[string][]any{
	"tokenizer_class":        {"BertTokenizer", "BertTokenizerFast"},
	"do_lower_case":          {true},
	"do_basic_tokenize":      {true},
	"tokenize_chinese_chars": {true},
	"strip_accents":          {true},
	"never_split":            {[]any{}},
	"unk_token":              {unknown},
	"pad_token":              {padding},
	"cls_token":              {start},
	"sep_token":              {separator},
}

// config checks a flat file of options.
func (f folder) config(name string) error {
	var options map[string]any
	if err := f.read(name, &options); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(wanted)) {
		value := options[key]
		if token, ok := value.(map[string]any); ok { // a special token with its search options
			value = token["content"]
		}
		is := func(may any) bool { return reflect.DeepEqual(value, may) }
		if value != nil && !slices.ContainsFunc(wanted[key], is) {
			return f.cannot(name, key, value, wanted[key]...)
		}
	}
	return nil
}

// added checks added_tokens.json: tokens that are not in vocab.txt would be cut out of a text before all else.
func (f folder) added(t *Tokenizer) error {
	const name = "added_tokens.json"
	var tokens map[string]int32
	if err := f.read(name, &tokens); err != nil {
		return err
	}
	for _, token := range slices.Sorted(maps.Keys(tokens)) {
		if err := t.special(token, tokens[token]); err != nil {
			return f.fail(name, "", err)
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

// described is the part of tokenizer.json that concerns the pieces of a text.
type described struct {
	Added []struct {
		ID      int32  `json:"id"`
		Content string `json:"content"`
	} `json:"added_tokens"`
	Normalizer struct {
		Type         string `json:"type"`
		CleanText    *bool  `json:"clean_text"`
		Ideographs   *bool  `json:"handle_chinese_chars"`
		StripAccents *bool  `json:"strip_accents"`
		Lowercase    *bool  `json:"lowercase"`
	} `json:"normalizer"`
	PreTokenizer struct {
		Type string `json:"type"`
	} `json:"pre_tokenizer"`
	Model struct {
		Type    string           `json:"type"`
		Unknown string           `json:"unk_token"`
		Prefix  string           `json:"continuing_subword_prefix"`
		Longest int              `json:"max_input_chars_per_word"`
		Pieces  map[string]int32 `json:"vocab"`
	} `json:"model"`
}

// tokenizer checks tokenizer.json.
func (f folder) tokenizer(t *Tokenizer) error {
	const name = "tokenizer.json"
	var d *described
	if err := f.read(name, &d); err != nil || d == nil {
		return err
	}
	if err := f.steps(name, d); err != nil {
		return err
	}
	if len(d.Model.Pieces) != t.Size() {
		return f.fail(name, "model.vocab", fmt.Errorf("has %d pieces, %s %d", len(d.Model.Pieces), VocabularyFile, t.Size()))
	}
	for _, piece := range slices.Sorted(maps.Keys(d.Model.Pieces)) {
		if err := t.same(piece, d.Model.Pieces[piece]); err != nil {
			return f.fail(name, "model.vocab", err)
		}
	}
	for _, a := range d.Added {
		if err := t.special(a.Content, a.ID); err != nil {
			return f.fail(name, "added_tokens", err)
		}
	}
	return nil
}

// steps checks the steps that tokenizer.json describes.
func (f folder) steps(name string, d *described) error {
	n, m := d.Normalizer, d.Model
	for _, o := range []struct {
		key         string
		value, want any
	}{
		{"normalizer.type", n.Type, "BertNormalizer"},
		{"normalizer.clean_text", orTrue(n.CleanText), true},
		{"normalizer.handle_chinese_chars", orTrue(n.Ideographs), true},
		{"normalizer.strip_accents", orTrue(n.StripAccents), true},
		{"normalizer.lowercase", orTrue(n.Lowercase), true},
		{"pre_tokenizer.type", d.PreTokenizer.Type, "BertPreTokenizer"},
		{"model.type", m.Type, "WordPiece"},
		{"model.unk_token", m.Unknown, unknown},
		{"model.continuing_subword_prefix", m.Prefix, continued},
		{"model.max_input_chars_per_word", m.Longest, longestWord},
	} {
		if o.value != o.want {
			return f.cannot(name, o.key, o.value, o.want)
		}
	}
	return nil
}

// orTrue returns the value of an option that is true by default.
func orTrue(b *bool) bool { return b == nil || *b }

// cannot returns an error about an unsupported value of an option.
func (f folder) cannot(name, key string, value any, may ...any) error {
	return f.fail(name, key, fmt.Errorf("is %v, only %v is supported", value, may))
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
