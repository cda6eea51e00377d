package input

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Provenance says how a finished folder came about, by its manifest. It has no times, so what is written from it is the
// same for the same inputs.
type Provenance struct {
	Stage, Version string
	Seed           string // empty if the stage has no seed
	Inputs         []Origin
	Digests        map[string]string // hex sha256 of each output, by its path below the folder
	Settings       map[string]any    // resolved settings by key, with JSON's types

	notes []map[string]any // of each part
}

// Usage is the time and memory that making a folder took. It differs each time.
type Usage struct {
	Seconds    float64 // of the process that finished it; stopped attempts do not count
	PeakMemory int64   // bytes; 0: unknown
	Threads    int
	Rows       int64 // rows read
	CPU        string
}

// Origin is the provenance of one input: one corpus that a folder was made from.
type Origin struct {
	Input, Name, Spec string            // --test NAME=SPEC has the input test
	Digests           map[string]string // per file, by its base name: hex sha256, or etag:… or md5:… of an object in a bucket
}

// Provenance is ProvenanceIn for the folder of the first file.
func (s Source) Provenance() (p Provenance, ok bool, err error) {
	return s.ProvenanceIn(store.Dir(s.Files[0]))
}

// ProvenanceIn reads the manifest of a folder. ok is false if there is no manifest or it is not ours. An error means that
// the system failed and a manifest may exist.
func (s Source) ProvenanceIn(dir string) (p Provenance, ok bool, err error) {
	m, err := manifest.Read(s.store, store.Join(dir, manifest.Name))
	if err != nil || m.Stage == "" {
		return Provenance{}, false, fault.System(err)
	}
	p = Provenance{Stage: m.Stage, Version: m.Version, Seed: string(m.Seed), Digests: map[string]string{}, notes: m.EachNotes()}
	if err := json.Unmarshal(m.Config, &p.Settings); err != nil {
		p.Settings = nil
	}
	for _, in := range m.Inputs {
		of := Origin{Input: in.Port, Name: in.Name, Spec: in.Spec, Digests: map[string]string{}}
		for _, f := range in.Files {
			of.Digests[store.Base(f.Path)] = cmp.Or(f.SHA256, f.Version)
		}
		p.Inputs = append(p.Inputs, of)
	}
	for _, f := range m.Outputs {
		p.Digests[f.Path] = f.SHA256
	}
	return p, true, nil
}

// Input finds an input by its name and, if corpus is given, the name of the corpus.
func (p Provenance) Input(input, name string) (Origin, bool) {
	for _, of := range p.Inputs {
		if of.Input == input && (name == "" || of.Name == name) {
			return of, true
		}
	}
	return Origin{}, false
}

// Noted returns the text that the stage noted under a key; "" if it is missing or differs between parts.
func (p Provenance) Noted(key string) string {
	var found string
	for i, notes := range p.notes {
		text, _ := notes[key].(string)
		if i > 0 && text != found {
			return ""
		}
		found = text
	}
	return found
}

// Number returns the number that the stage noted under a key, summed over all parts; 0 if there is none.
func (p Provenance) Number(key string) (sum int64) {
	for _, notes := range p.notes {
		if n, ok := notes[key].(float64); ok {
			sum += int64(n)
		}
	}
	return sum
}

// ReadOutput reads a small file of an output folder, which may be in a bucket.
func ReadOutput(ctx context.Context, dir, name string) ([]byte, error) {
	dir, err := store.Path(dir)
	if err != nil {
		return nil, err
	}
	at := store.New(ctx)
	defer at.Close()
	return at.ReadFile(store.Join(dir, name))
}

// UsageIn reads the usage for making a folder. ok is false if the folder has no manifest of ours.
func (s Source) UsageIn(dir string) (u Usage, ok bool, err error) {
	m, err := manifest.Read(s.store, store.Join(dir, manifest.Name))
	if err != nil || m.Stage == "" {
		return Usage{}, false, fault.System(err)
	}
	return Usage{m.Info.Seconds, m.Info.PeakMemory, m.Info.Threads, m.Read, m.Info.CPU}, true, nil
}
