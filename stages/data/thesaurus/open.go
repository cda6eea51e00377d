package thesaurus

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Compiled is how the name of the file that Open keeps beside a thesaurus ends.
const Compiled = ".compiled"

// Options are what is made of a thesaurus.
type Options struct {
	// Untagged is the language of labels without a tag.
	Untagged string
}

// Opened is a vocabulary, and how it was come by.
type Opened struct {
	*Vocabulary
	Digest     string // sha256 of the thesaurus, in hexadecimal digits
	Kept       bool   // it was read from the file that an earlier call kept
	Deprecated int    // concepts that were left out; 0 if Kept
	Unlabelled int
	Unkept     error // why it could not be kept, nil if it was
}

// Only returns the one file of an input, whose folder is dir or "". A folder is refused: what Open keeps beside a thesaurus would
// be an input of the next run, which would take itself for another one.
func Only(dir string, files []string) (string, error) {
	if dir != "" || len(files) != 1 {
		return "", errors.New("want the name of one file: SKOS as Turtle, N-Triples or RDF/XML, or lines of <URI>, a tab and a label")
	}
	return files[0], nil
}

// Open reads a thesaurus, or the file that an earlier call made of the same bytes with the same options. It keeps that
// file beside the thesaurus. A folder that cannot be written costs only time, and so does a damaged or foreign file.
func Open(path string, o Options) (*Opened, error) {
	digest, err := digestOf(path)
	if err != nil {
		return nil, err
	}
	of := Source{Digest: digest, Options: o.Untagged}
	kept := path + Compiled
	if b, err := os.ReadFile(kept); err == nil {
		if v, source, err := ReadVocabulary(b); err == nil && source == of {
			return &Opened{Vocabulary: v, Digest: digest, Kept: true}, nil
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := Read(path, f, o)
	if err != nil {
		return nil, err
	}
	v := Compile(t)
	return &Opened{Vocabulary: v, Digest: digest, Deprecated: t.Deprecated, Unlabelled: t.Unlabelled, Unkept: keep(kept, v, of)}, nil
}

func digestOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// keep writes the vocabulary under another name first: a reader beside us finds a whole file or none.
func keep(path string, v *Vocabulary, of Source) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if err := v.Write(f, of); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	// CreateTemp lets nobody else read it, who may read the thesaurus.
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
