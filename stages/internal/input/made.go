package input

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Made is the provenance of a finished folder, from its manifest. It has no times: what is written from it is the same
// for the same inputs.
type Made struct {
	Stage, Version string
	Seed           string // empty if the stage has no seed
	Inputs         []MadeOf
	Digests        map[string]string // hex sha256 of each output, by its path below the folder
	Settings       map[string]any    // resolved settings by key, with JSON's types

	notes []map[string]any // of each shard
}

// Cost is the usage of time and memory for making a folder. It differs each time.
type Cost struct {
	Seconds    float64 // of the process that finished it; stopped attempts do not count
	PeakMemory int64   // bytes; 0: unknown
	Threads    int
	Rows       int64 // rows read
	CPU        string
}

// MadeOf is the provenance of one input: one corpus that a folder was made from.
type MadeOf struct {
	Input, Name, Spec string            // --test NAME=SPEC has the input test
	Digests           map[string]string // per file, by its base name: hex sha256, or etag:… or md5:… of an object in a bucket
}

// Made is MadeIn for the folder of the first file.
func (s Source) Made() (made Made, ok bool, err error) { return s.MadeIn(store.Dir(s.Files[0])) }

// MadeIn reads the manifest of a folder. ok is false if there is no manifest or it is not ours. An error means that
// the system failed and a manifest may exist.
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

// Of finds an input by its name and, if corpus is given, the name of the corpus.
func (m Made) Of(input, name string) (MadeOf, bool) {
	for _, of := range m.Inputs {
		if of.Input == input && (name == "" || of.Name == name) {
			return of, true
		}
	}
	return MadeOf{}, false
}

// Noted returns the text that the stage noted under a key; "" if it is missing or differs between shards.
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

// Number returns the number that the stage noted under a key, summed over all shards; 0 if there is none.
func (m Made) Number(key string) (sum int64) {
	for _, notes := range m.notes {
		if n, ok := notes[key].(float64); ok {
			sum += int64(n)
		}
	}
	return sum
}

// Join returns the path of a file in a folder, which may be in a bucket.
func ReadOutput(ctx context.Context, dir, name string) ([]byte, error) {
	dir, err := store.Path(dir)
	if err != nil {
		return nil, err
	}
	at := store.New(ctx)
	defer at.Close()
	return at.ReadFile(store.Join(dir, name))
}

// CostIn reads the usage for making a folder. ok is false if the folder has no manifest of ours.
func (s Source) CostIn(dir string) (c Cost, ok bool, err error) {
	m, err := manifest.Read(s.store, store.Join(dir, manifest.Name))
	if err != nil || m.Stage == "" {
		return Cost{}, false, fault.System(err)
	}
	return Cost{m.Info.Seconds, m.Info.PeakMemory, m.Info.Threads, m.Read, m.Info.CPU}, true, nil
}
