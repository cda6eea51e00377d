package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/extract"
)

// fallbackSettings determine which documents the network labels; phrases of the others are picked from their text.
type fallbackSettings struct {
	Network  string `key:"network" choices:"auto,on,off" help:"on: all documents; off: none, phrases come from the text; auto: off for other languages, with the built-in model"`
	Language string `key:"language" help:"language of the documents, as de; auto: found for each"`
}

// defaultFallback has the defaults of every mode.
func defaultFallback() fallbackSettings {
	return fallbackSettings{Network: automatic, Language: automatic}
}

// Values of --network and --language.
const (
	automatic = "auto"
	always    = "on"
	never     = "off"
)

// check refuses a language that is none.
func (c fallbackSettings) check() error {
	if l := c.Language; l != automatic && (len(l) < 2 || len(l) > 3 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz") != "") {
		return fmt.Errorf("language %q: want auto, or a tag of two or three small letters, as de", l)
	}
	return nil
}

// fallback labels documents that the network is not for. Nil labels none.
type fallback struct {
	model *extract.Model
	mode  choose.Mode
	fallbackSettings
}

// newFallback is the fallback of a run. The model of a user may know any language, so that auto leaves all documents to it;
// so does choose slots, which is what slots write.
func newFallback(in stages.Source, c Config, mode choose.Mode) (*fallback, error) {
	if c.Network == always || c.Network == automatic && (in.FS == nil || mode.Rule == choose.Slots) {
		return nil, nil
	}
	m, err := extract.Read(extract.File, bytes.NewReader(pretrained.Extract))
	return &fallback{m, mode, c.fallbackSettings}, err
}

// pick returns the phrases of a document, and whether it is one for the fallback.
func (f *fallback) pick(c *word.Cutter, d *schemas.Document) (phrases []schemas.Phrase, ok bool) {
	if f == nil {
		return nil, false
	}
	from := given(d)
	tag := f.Language
	if tag == automatic {
		tag, _ = language.Detect(from.Title + "\n" + from.Text)
	}
	if f.Network == automatic && (tag == language.English || tag == language.Unknown) {
		return nil, false
	}
	text := extract.Find(c, tag, from.Title, from.Text)
	f.model.Judge(text.Candidates)
	for _, found := range f.model.Pick(f.mode, text.Candidates) {
		field, source := schemas.TitleField, from.Title
		if found.Field == extract.Body {
			field, source = schemas.BodyField, from.Text
		}
		start, end := int32(found.Start), int32(found.End)
		phrases = append(phrases, schemas.Phrase{Phrase: word.Join(tag, found.Words), Tokens: found.Words, Score: float32(found.Probability),
			Present: true, Slot: -1, Start: &start, End: &end, Field: field, Surface: source[start:end]})
	}
	return phrases, true
}

// limited keeps the phrases that the settings want.
func limited(phrases []schemas.Phrase, c Config) []schemas.Phrase {
	for i, p := range phrases {
		if float64(p.Score) < c.MinScore || c.MaxPhrases > 0 && i == c.MaxPhrases {
			return phrases[:i]
		}
	}
	return phrases
}
