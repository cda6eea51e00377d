package manifest

import (
	"cmp"
	"encoding/json"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Output finds an output by its path below the folder.
func (m *Manifest) Output(path string) (File, bool) {
	for _, f := range m.Outputs {
		if f.Path == path {
			return f, true
		}
	}
	return File{}, false
}

// Input finds an input by its port and, if it is not empty, the name of the corpus.
func (m *Manifest) Input(port, name string) (Input, bool) {
	for _, in := range m.Inputs {
		if in.Port == port && (name == "" || in.Name == name) {
			return in, true
		}
	}
	return Input{}, false
}

// Digest returns the hex sha256 of a file of the input by its base name, or the version (etag:…) of an object in a bucket; "" if
// there is no such file.
func (in Input) Digest(base string) string {
	for _, f := range in.Files {
		if store.Base(f.Path) == base {
			return cmp.Or(f.SHA256, f.Version)
		}
	}
	return ""
}

// Settings returns the resolved settings by key, with JSON's types.
func (m *Manifest) Settings() (settings map[string]any) {
	if json.Unmarshal(m.Config, &settings) != nil {
		return nil
	}
	return settings
}

// eachNotes returns the notes of each part, or those of an output that is not cut.
func (m *Manifest) eachNotes() (each []map[string]any) {
	parts, ok := m.Notes[PartNotes].([]any)
	if !ok {
		return []map[string]any{m.Notes}
	}
	for _, s := range parts {
		notes, _ := s.(map[string]any)
		each = append(each, notes)
	}
	return each
}

// Noted returns the text that the stage noted under a key; "" if it is missing or differs between parts.
func (m *Manifest) Noted(key string) string {
	var found string
	for i, notes := range m.eachNotes() {
		text, _ := notes[key].(string)
		if i > 0 && text != found {
			return ""
		}
		found = text
	}
	return found
}

// Number returns the number that the stage noted under a key, summed over all parts; 0 if there is none.
func (m *Manifest) Number(key string) (sum int64) {
	for _, notes := range m.eachNotes() {
		if n, ok := notes[key].(float64); ok {
			sum += int64(n)
		}
	}
	return sum
}
