// Package manifest records finished outputs: manifest.json says what an output is made of and how it is compared with
// the files on disk.
package manifest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Name is the file that marks an output folder as finished.
const Name = "manifest.json"

// MarkName is the hidden file that records which stage owns a folder, from the first moment on.
const MarkName = ".stage.json"

// Manifest is the content of manifest.json, or of the manifest of one part.
type Manifest struct {
	Stage   string          `json:"stage"`
	Version string          `json:"version"`
	Key     string          `json:"key"`            // hex sha256 over stage, version, settings and input digests
	Part    string          `json:"part,omitempty"` // 00002-of-00005 in the manifest of a part
	Parts   int             `json:"parts,omitempty"`
	Config  json.RawMessage `json:"config"`
	Seed    json.RawMessage `json:"seed,omitempty"` // the setting "seed", if the stage has one
	Inputs  []Input         `json:"inputs"`
	Outputs []File          `json:"outputs"` // paths are relative to the folder, with slashes
	Read    int64           `json:"rows_read"`
	Rejects int64           `json:"rows_rejected"`
	// Expected is the number of rows that the stage knew all parts together to have; 0: unknown.
	Expected int64          `json:"rows_expected,omitempty"`
	Notes    map[string]any `json:"notes,omitempty"` // counts that the stage recorded
	Info     Info           `json:"info"`
}

// Input is one corpus on the command line and the files that it stands for.
type Input struct {
	Port  string `json:"input"`          // train, documents, …
	Name  string `json:"name,omitempty"` // name of a named input
	Spec  string `json:"spec"`           // as the user gave it
	Files []File `json:"files"`
}

// File describes one file when the manifest was written.
type File struct {
	Path   string    `json:"path"`
	Size   int64     `json:"size"` // bytes
	Mtime  time.Time `json:"mtime"`
	SHA256 string    `json:"sha256"`         // hex; empty for a pipe, and if Version replaces it
	Pipe   string    `json:"pipe,omitempty"` // random, for data from a pipe, which has no digest: no two keys made from it are equal
	Rows   *int64    `json:"rows,omitempty"` // nil if unknown

	// Version is how a bucket's provider identified the content: etag:… or md5:…. A file in a bucket that no manifest
	// knows has a version instead of a digest, so that it is not read twice.
	Version string `json:"version,omitempty"`

	// BuiltIn files are embedded in the program; their path is not on disk.
	BuiltIn bool `json:"built_in,omitempty"`
}

// PartNotes is the key under which the manifest of all parts lists the notes of each part.
const PartNotes = "parts"

// Info is for people. No decision depends on it.
type Info struct {
	Revision   string    `json:"git_revision,omitempty"`
	Go         string    `json:"go"`
	CPU        string    `json:"cpu,omitempty"`
	Features   []string  `json:"cpu_features,omitempty"`
	Threads    int       `json:"threads"`
	Started    time.Time `json:"started"`
	Seconds    float64   `json:"wall_seconds"`
	PeakMemory int64     `json:"peak_memory_bytes,omitempty"`
}

// Mark is the content of the hidden file. It records the owner and the key of a folder.
type Mark struct {
	Stage   string          `json:"stage"`
	Version string          `json:"version"`
	Key     string          `json:"key"`
	Parts   int             `json:"parts,omitempty"` // 0 or 1: not cut into parts
	Config  json.RawMessage `json:"config"`
	Inputs  []Input         `json:"inputs"`
}

// MostParts is the number of parts that the five digits of a file name can distinguish.
const MostParts = 99999

// Read reads a manifest. An error that is neither fs.ErrNotExist nor a system error means that the file is not a valid
// manifest. An output outside its folder makes it invalid, since files are removed because manifests list them.
func Read(at *store.Store, path string) (*Manifest, error) {
	m := new(Manifest)
	if err := readJSON(at, path, m, &m.Parts); err != nil {
		return &Manifest{}, err
	}
	for _, f := range m.Outputs {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			return &Manifest{}, fmt.Errorf("%s: lists %q, which does not lie in its folder", path, f.Path)
		}
	}
	return m, nil
}

// ReadMark reads the mark of a folder.
func ReadMark(at *store.Store, dir string) (*Mark, error) {
	m := new(Mark)
	if err := readJSON(at, store.Join(dir, MarkName), m, &m.Parts); err != nil {
		return &Mark{}, err
	}
	return m, nil
}

// readJSON reads a manifest or a mark. It refuses a number of parts that no run can produce, because later code counts up to it.
func readJSON(at *store.Store, path string, v any, parts *int) error {
	data, err := at.ReadFile(path)
	if err != nil {
		return err
	}
	if err = json.Unmarshal(data, v); err == nil && (*parts < 0 || *parts > MostParts) {
		err = fmt.Errorf("it claims %d parts, more than the limit of %d", *parts, MostParts)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Encode returns the content of the manifest's file.
func (m *Manifest) Encode() ([]byte, error) { return encoded(m) }

// Encode returns the content of the mark's file.
func (m *Mark) Encode() ([]byte, error) { return encoded(m) }

func encoded(v any) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	return append(data, '\n'), err
}
