// Package manifest is the record of a finished output: manifest.json, what it is made of and how it is compared with
// what lies on the disk.
package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"wrone2set/stages/internal/output/disk"
	"wrone2set/stages/internal/store"
)

// Name is the file that makes an output folder a finished one.
const Name = "manifest.json"

// MarkName is the hidden file that says which stage a folder belongs to, from the first moment on.
const MarkName = ".stage.json"

// Manifest is the content of manifest.json, and of the manifest of one shard.
type Manifest struct {
	Stage   string          `json:"stage"`
	Version string          `json:"version"`
	Key     string          `json:"key"`             // hex sha256 over stage, version, settings and input digests
	Shard   string          `json:"shard,omitempty"` // 00002-of-00005 in the manifest of a shard
	Shards  int             `json:"shards,omitempty"`
	Config  json.RawMessage `json:"config"`
	Seed    json.RawMessage `json:"seed,omitempty"` // the setting of that name, where the stage has one
	Inputs  []Input         `json:"inputs"`
	Outputs []File          `json:"outputs"` // paths are relative to the folder, with slashes
	Read    int64           `json:"rows_read"`
	Rejects int64           `json:"rows_rejected"`
	Notes   map[string]any  `json:"notes,omitempty"` // what the stage counted
	Info    Info            `json:"info"`
}

// Input is one corpus argument and the files it stood for.
type Input struct {
	Port  string `json:"input"`          // train, documents
	Name  string `json:"name,omitempty"` // of a named input
	Spec  string `json:"spec"`           // as given
	Files []File `json:"files"`
}

// File is one file as it was when the manifest was written.
type File struct {
	Path   string    `json:"path"`
	Size   int64     `json:"size"` // bytes
	Mtime  time.Time `json:"mtime"`
	SHA256 string    `json:"sha256"`         // hex; empty of a pipe, and where Version stands for it
	Pipe   string    `json:"pipe,omitempty"` // of what came from a pipe, which has no digest: random, so that no key is made twice of it
	Rows   *int64    `json:"rows,omitempty"` // nil: not known

	// Version is what the provider of a bucket said of the content: etag:… or md5:…. A file of a bucket that no manifest
	// knows has this in place of a digest, so that it is not read twice.
	Version string `json:"version,omitempty"`

	// BuiltIn files are part of the program: their path is none of the disk.
	BuiltIn bool `json:"built_in,omitempty"`
}

// ShardNotes is the key under which the manifest of all shards lists the notes of each.
const ShardNotes = "shards"

// EachNotes are the notes of each shard, or the only ones.
func (m *Manifest) EachNotes() (each []map[string]any) {
	shards, ok := m.Notes[ShardNotes].([]any)
	if !ok {
		return []map[string]any{m.Notes}
	}
	for _, s := range shards {
		notes, _ := s.(map[string]any)
		each = append(each, notes)
	}
	return each
}

// Info is for people: nothing is decided by it.
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

// Mark is the content of the hidden file: whose folder this is and for which key.
type Mark struct {
	Stage   string          `json:"stage"`
	Version string          `json:"version"`
	Key     string          `json:"key"`
	Shards  int             `json:"shards,omitempty"` // 0 or 1: not sharded
	Config  json.RawMessage `json:"config"`
	Inputs  []Input         `json:"inputs"`
	// Run, random, is of the run that wrote the mark into a folder of a bucket: no two marks there are of one version.
	Run string `json:"run,omitempty"`
}

// ErrNone is wrapped by Read's error when there is no such file.
var ErrNone = fs.ErrNotExist

// MostShards is how many shards the five digits of a file name can tell apart.
const MostShards = 99999

// mostCount is more bytes or rows than there are anywhere; so many sums of shards are numbers still.
const mostCount = 1 << 46

// check refuses numbers that no run of a stage comes to: what sums them or counts up to them believes them.
func (m *Manifest) check() error {
	if m.Shards < 0 || m.Shards > MostShards {
		return fmt.Errorf("it claims %d shards, %d can be told apart", m.Shards, MostShards)
	}
	counts := []int64{m.Read, m.Rejects, int64(m.Info.Threads), m.Info.PeakMemory}
	files := m.Outputs
	for _, in := range m.Inputs {
		files = append(files[:len(files):len(files)], in.Files...)
	}
	for _, f := range files {
		counts = append(counts, f.Size)
		if f.Rows != nil {
			counts = append(counts, *f.Rows)
		}
	}
	for _, n := range counts {
		if n < 0 || n > mostCount {
			return fmt.Errorf("it claims %d rows or bytes", n)
		}
	}
	if m.Info.Seconds < 0 || m.Info.Seconds > 1e9 {
		return fmt.Errorf("it claims %g seconds", m.Info.Seconds)
	}
	return nil
}

// maxSize is how large a manifest may be, in bytes. One of 10,000 shards has 3 MB.
const maxSize = 64 << 20

// Read reads a manifest. An error that is neither ErrNone nor of the system means that the file is no manifest; one
// whose checksum is another is none, and neither is one that lists an output outside its folder, since files are
// removed by what manifests list.
func Read(at *store.Store, path string) (*Manifest, error) {
	m, _, err := ReadVersion(at, path)
	return m, err
}

// ReadVersion is Read that says of which version of an object of a bucket it is.
func ReadVersion(at *store.Store, path string) (m *Manifest, version string, err error) {
	m = new(Manifest)
	if version, err = readJSON(at, path, m); err != nil {
		return m, version, err
	}
	if err := m.check(); err != nil {
		return &Manifest{}, version, fmt.Errorf("%s: %w", path, err)
	}
	for _, f := range m.Outputs {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			return &Manifest{}, version, fmt.Errorf("%s: lists %q, which does not lie in its folder", path, f.Path)
		}
	}
	return m, version, nil
}

// ReadMark reads the mark of a folder.
func ReadMark(at *store.Store, dir string) (*Mark, error) {
	m, _, err := ReadMarkVersion(at, dir)
	return m, err
}

// ReadMarkVersion is ReadMark that says of which version the mark is, in a bucket.
func ReadMarkVersion(at *store.Store, dir string) (m *Mark, version string, err error) {
	m = new(Mark)
	path := store.Join(dir, MarkName)
	version, err = readJSON(at, path, m)
	if err == nil && (m.Shards < 0 || m.Shards > MostShards) {
		return &Mark{}, version, fmt.Errorf("%s: it claims %d shards, %d can be told apart", path, m.Shards, MostShards)
	}
	return m, version, err
}

// readJSON reads a file, and tells the version of what it read, or could not make sense of, in a bucket. One that is replaced
// meanwhile is read again: what is written once more in every of so many moments is nothing of ours.
func readJSON(at *store.Store, path string, v any) (version string, err error) {
	for range 10 {
		if version, err = readOnce(at, path, v); !errors.Is(err, store.ErrChanged) {
			break
		}
	}
	return version, err
}

func readOnce(at *store.Store, path string, v any) (version string, err error) {
	// Before the file is opened: a pipe would wait for somebody to write into it, and a device has no end.
	st, err := at.Stat(path)
	if err != nil {
		return "", err
	}
	if !st.Mode().IsRegular() || st.Size() > maxSize {
		return Version(st), fmt.Errorf("%s: a regular file of at most %d MiB is wanted", path, maxSize>>20)
	}
	f, err := at.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if st, err = f.Stat(); err != nil {
		return "", err
	}
	version = Version(st)
	data, err := io.ReadAll(io.LimitReader(f, maxSize))
	if err != nil {
		return version, err
	}
	if err := verify(data); err != nil {
		return version, fmt.Errorf("%s: %w", path, err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return version, fmt.Errorf("%s: %w", path, err)
	}
	return version, nil
}

// Write writes the manifest at once and for good.
func (m *Manifest) Write(at *store.Store, path string) error {
	return writeJSON(at, path, m, false)
}

// WriteFresh writes the manifest into a bucket. One that is there stays, and the error is fs.ErrExist.
func (m *Manifest) WriteFresh(at *store.Store, path string) error {
	return writeJSON(at, path, m, true)
}

// Write writes the mark into the folder. With fresh one that is there in a bucket stays, and the error is fs.ErrExist.
func (m *Mark) Write(at *store.Store, dir string, fresh bool) error {
	return writeJSON(at, store.Join(dir, MarkName), m, fresh)
}

// Replace writes the mark over that of a version in a bucket; the error is [store.ErrChanged] where it is of another one.
func (m *Mark) Replace(at *store.Store, dir, version string) error {
	data, err := sealed(m)
	if err != nil {
		return err
	}
	return at.Replace(store.Join(dir, MarkName), data, version)
}

func sealed(v any) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	return seal(append(data, '\n')), err
}

func writeJSON(at *store.Store, path string, v any, fresh bool) error {
	data, err := sealed(v)
	if err != nil {
		return err
	}
	if store.Remote(path) {
		return at.Put(path, data, fresh)
	}
	return disk.WriteFile(path, data)
}

// Output finds an output by its path below the folder.
func (m *Manifest) Output(path string) (File, bool) {
	for _, f := range m.Outputs {
		if f.Path == path {
			return f, true
		}
	}
	return File{}, false
}

// Damage compares the outputs with the files below dir and returns what is wrong with each that is gone or changed:
// path to reason. Size and mtime are taken as proof; where the mtime differs, or with verify, the digest decides. Of a bucket
// size and version are, and look is what describes an object, which need not know the version.
func (m *Manifest) Damage(at *store.Store, dir string, verify bool, look func(path string) (fs.FileInfo, error)) (map[string]string, error) {
	damage := map[string]string{}
	for _, f := range m.Outputs {
		path := store.Join(dir, f.Path)
		st, err := look(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			damage[f.Path] = "is gone"
		case err != nil:
			return nil, err
		case !st.Mode().IsRegular():
			damage[f.Path] = "is no file any more"
		case st.Size() != f.Size:
			damage[f.Path] = fmt.Sprintf("has %d bytes and had %d", st.Size(), f.Size)
		case verify || !same(f, st):
			sum, err := Sum(at, path)
			if err != nil {
				return nil, err
			}
			if sum != f.SHA256 {
				damage[f.Path] = "has another content than when it was made"
			}
		}
	}
	return damage, nil
}

// same reports whether what says that a file was written anew does not.
func same(f File, st fs.FileInfo) bool {
	if info, ok := st.(*store.Info); ok {
		return info.Same(f.Version)
	}
	return st.ModTime().Equal(f.Mtime)
}
