package input

import (
	"cmp"
	"context"
	"encoding/json"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
	"wrone2set/stages/internal/store"
)

// Made is what the manifest of a finished folder says of how the folder was made. It has no times: what is written
// from it is the same for the same inputs.
type Made struct {
	Stage, Version string
	Seed           string // of a stage that has one
	Inputs         []MadeOf
	Digests        map[string]string // hex sha256 of each output, by its path below the folder
	Settings       map[string]any    // as resolved, by key, with JSON's types

	notes []map[string]any // of each shard
}

// Cost is what making a folder took. It is another one each time.
type Cost struct {
	Seconds    float64 // of the process that finished it; attempts that were stopped before it do not count
	PeakMemory int64   // bytes; 0: not known
	Threads    int
	Rows       int64 // read
	CPU        string
}

// MadeOf is one corpus argument that a folder was made of.
type MadeOf struct {
	Input, Name, Spec string            // --test NAME=SPEC is of input test
	Digests           map[string]string // of each file, by its base name: hex sha256, or etag:… or md5:… of one in a bucket
}

// Made is MadeIn for the folder of the first file.
func (s Source) Made() (made Made, ok bool, err error) { return s.MadeIn(store.Dir(s.Files[0])) }

// MadeIn reads the manifest of a folder; ok is false where there is none, or one that is not ours. An error is one of the
// system, behind which there may be one.
func (s Source) MadeIn(dir string) (made Made, ok bool, err error) {
	m, err := manifest.Read(s.store, store.Join(dir, manifest.Name))
	if err != nil || m.Stage == "" {
		return Made{}, false, fault.System(err)
	}
	made = Made{Stage: m.Stage, Version: m.Version, Seed: string(m.Seed), Digests: map[string]string{}, notes: m.EachNotes()}
	if err := json.Unmarshal(m.Config, &made.Settings); err != nil {
		made.Settings = nil
	}
	for _, in := range m.Inputs {
		of := MadeOf{Input: in.Port, Name: in.Name, Spec: in.Spec, Digests: map[string]string{}}
		for _, f := range in.Files {
			of.Digests[store.Base(f.Path)] = cmp.Or(f.SHA256, f.Version)
		}
		made.Inputs = append(made.Inputs, of)
	}
	for _, f := range m.Outputs {
		made.Digests[f.Path] = f.SHA256
	}
	return made, true, nil
}

// Of finds an input by its name and, where one is given, the name of the corpus.
func (m Made) Of(input, name string) (MadeOf, bool) {
	for _, of := range m.Inputs {
		if of.Input == input && (name == "" || of.Name == name) {
			return of, true
		}
	}
	return MadeOf{}, false
}

// Noted is the text that the stage noted under a key; "" if there is none, or not the same one in every shard.
func (m Made) Noted(key string) string {
	var found string
	for i, notes := range m.notes {
		text, _ := notes[key].(string)
		if i > 0 && text != found {
			return ""
		}
		found = text
	}
	return found
}

// Number is the number that the stage noted under a key, the sum of all shards; 0 if there is none.
func (m Made) Number(key string) (sum int64) {
	for _, notes := range m.notes {
		if n, ok := notes[key].(float64); ok {
			sum += int64(n)
		}
	}
	return sum
}

// ReadOutput reads a file of an output, by its name in the folder, which may lie in a bucket.
func ReadOutput(ctx context.Context, dir, name string) ([]byte, error) {
	dir, err := store.Path(dir)
	if err != nil {
		return nil, err
	}
	at := store.New(ctx)
	defer at.Close()
	return at.ReadFile(store.Join(dir, name))
}

// CostIn reads what making a folder took; ok is false where there is no manifest of ours.
func (s Source) CostIn(dir string) (c Cost, ok bool, err error) {
	m, err := manifest.Read(s.store, store.Join(dir, manifest.Name))
	if err != nil || m.Stage == "" {
		return Cost{}, false, fault.System(err)
	}
	return Cost{m.Info.Seconds, m.Info.PeakMemory, m.Info.Threads, m.Read, m.Info.CPU}, true, nil
}
