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

// Compiled is the suffix of the file that Open keeps beside a thesaurus.
const Compiled = ".compiled"

// Options determine how a thesaurus is read.
type Options struct {
	// Untagged is the language of labels without a tag.
	Untagged string
}

// Opened is a vocabulary and its origin.
type Opened struct {
	*Vocabulary
	Digest     string // sha256 of the thesaurus, in hexadecimal digits
	Kept       bool   // read from the file that an earlier call kept
	Deprecated int    // number of concepts left out; 0 if Kept
	Unlabelled int
	Unkept     error // why the file could not be kept; nil if it was
}

// Only returns the one file of an input, whose folder is dir or "". It refuses a folder: the file that Open keeps there would be
// an input of the next run and change its key.
func Only(dir string, files []string) (string, error) {
	if dir != "" || len(files) != 1 {
		return "", errors.New("want the name of one file: SKOS as Turtle, N-Triples or RDF/XML, or lines of <URI>, a tab and a label")
	}
	return files[0], nil
}

// Open reads a thesaurus, or the compiled file that an earlier call made from the same bytes with the same options. It keeps the
// compiled file beside the thesaurus. If the folder is not writable, or the compiled file damaged, Open only takes longer.
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

// keep writes the vocabulary under a temporary name and renames it, so that concurrent readers find a whole file or none.
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
	// CreateTemp makes the file readable for its owner only, but others may read the thesaurus.
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
