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
	"github.com/wrone2set/wrone2set/stages/model/fallback"
)

// inMemory is an open file that lies in memory.
type inMemory struct {
	*bytes.Reader
	fs.FileInfo
}

func (f inMemory) Close() error               { return nil }
func (f inMemory) Stat() (fs.FileInfo, error) { return f.FileInfo, nil }

// with is the folder of the built-in model with another extract.json; if alien, its choice knows no phrases, as that of another
// network.
func with(content []byte, alien bool) model.Folder {
	disk := model.Disk("../../infer/pretrained/model")
	return model.Folder{Name: "mine", Path: func(name string) string { return filepath.Join("mine", name) }, Open: func(name string) (schemas.File, error) {
		switch {
		case name == model.ExtractFile && content != nil:
			return inMemory{Reader: bytes.NewReader(content)}, nil
		case name == model.ChoiceFile && alien:
			m, err := disk.Choice()
			if err != nil {
				return nil, err
			}
			var b bytes.Buffer
			m.Known, m.Runs = "", false
			err = m.Write(&b)
			return inMemory{Reader: bytes.NewReader(b.Bytes())}, err
		}
		return disk.Open(name)
	}}
}

// rarest weighs the number of characters alone.
func rarest(t *testing.T) []byte {
	m, err := fallback.Default()
	if err != nil {
		t.Fatal(err)
	}
	for k := range m.Terms {
		m.Terms[k].Weight = 0
	}
	m.Terms[7].Weight = 3
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestExtractFile: extract.json of the model folder picks the phrases of texts that the network is not for, in place of the
// built-in one. It does so for a network of other words, too, whose documents infer otherwise leaves to the network.
func TestExtractFile(t *testing.T) {
	document := label.Document{Title: "Ausleihe", Body: german}
	for _, c := range []struct {
		folder model.Folder
		picked bool
		first  string
	}{
		{with(nil, false), true, "Ausleihe"}, {with(rarest(t), false), true, "Bibliotheken"},
		{with(nil, true), false, ""}, {with(rarest(t), true), true, "Bibliotheken"},
	} {
		m, err := label.Read(c.folder, label.Normal)
		if err != nil {
			t.Fatal(err)
		}
		o := label.DefaultOptions()
		o.Choose = "top=3"
		l, err := m.Labeller(o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Label(t.Context(), document)
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
	if _, err := label.Read(with([]byte("{}"), false), label.Normal); !errors.As(err, &file) || file.File != filepath.Join("mine", "extract.json") {
		t.Errorf("%v", err)
	}
	folder := with(nil, false)
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
