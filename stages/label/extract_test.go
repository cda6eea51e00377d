//go:build !nomodel

package label_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
)

// inMemory is an open file that lies in memory.
type inMemory struct {
	*bytes.Reader
	fs.FileInfo
}

func (f inMemory) Close() error               { return nil }
func (f inMemory) Stat() (fs.FileInfo, error) { return f.FileInfo, nil }

// with is the folder of the built-in model with other files; it lacks those without content.
func with(files map[string][]byte) model.Folder {
	disk := model.Disk("../../infer/pretrained/model")
	return model.Folder{Name: "mine", Path: func(name string) string { return filepath.Join("mine", name) }, Open: func(name string) (schemas.File, error) {
		content, other := files[name]
		switch {
		case !other:
			return disk.Open(name)
		case content == nil:
			return nil, fs.ErrNotExist
		}
		return inMemory{Reader: bytes.NewReader(content)}, nil
	}}
}

// choice is that of the built-in model, changed.
func choice(t *testing.T, change func(*choose.Ranker)) []byte {
	t.Helper()
	m, err := with(nil).Choice()
	if err != nil {
		t.Fatal(err)
	}
	change(m)
	return encoded(t, m)
}

// encoded is what a choice writes.
func encoded(t *testing.T, m interface{ Write(io.Writer) error }) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestExtractFile: extract.json of the model folder picks the phrases of texts that the network is not for, in place of the
// built-in one. It does so for a network of other words, too, whose documents infer otherwise leaves to the network.
func TestExtractFile(t *testing.T) {
	longest, err := fallback.Default() // by the number of characters alone
	if err != nil {
		t.Fatal(err)
	}
	for k := range longest.Terms {
		longest.Terms[k].Weight = 0
	}
	longest.Terms[7].Weight = 3
	mine := encoded(t, longest)
	alien := choice(t, func(m *choose.Ranker) { m.Known, m.Runs = "", false }) // as that of another network, it knows no phrases
	for _, c := range []struct {
		files  map[string][]byte
		picked bool
		first  string
	}{
		{nil, true, "Ausleihe"}, {map[string][]byte{model.ExtractFile: mine}, true, "Bibliotheken"},
		{map[string][]byte{model.ChoiceFile: alien}, false, ""}, {map[string][]byte{model.ChoiceFile: alien, model.ExtractFile: mine}, true, "Bibliotheken"},
	} {
		l, err := fastOf(t, with(c.files), func(o *label.Options) { o.Speed, o.Choose = label.Normal, "top=3" })
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Label(t.Context(), label.Document{Title: "Ausleihe", Body: german})
		if err != nil || len(got[0].Phrases) == 0 {
			t.Fatal(got, err)
		}
		if p := got[0].Phrases; picked(p) != c.picked || c.picked && p[0].Phrase != c.first {
			t.Errorf("%v, want %q from the text: %v", p, c.first, c.picked)
		}
	}
}

// TestExtractFileRefused: a damaged extract.json is bad input that names the file, and one that cannot be read is not taken for
// none.
func TestExtractFileRefused(t *testing.T) {
	var file *schemas.FileError
	if _, err := label.Read(with(map[string][]byte{model.ExtractFile: []byte("{}")}), label.Normal); !errors.As(err, &file) || file.File != filepath.Join("mine", "extract.json") {
		t.Errorf("%v", err)
	}
	folder := with(nil)
	open := folder.Open
	folder.Open = func(name string) (schemas.File, error) {
		if name == model.ExtractFile {
			return nil, io.ErrUnexpectedEOF
		}
		return open(name)
	}
	if _, err := label.Read(folder, label.Normal); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
}
