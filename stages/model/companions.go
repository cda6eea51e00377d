package model

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// Ranker reads choice.json and the tables that it was fitted with, all at the same time, since each takes long; nil and nothing if the
// folder has no choice. Others than these tables are an error, since the probabilities would be wrong with them.
func (f Folder) Ranker() (choice *choose.Ranker, c phrase.Companions, err error) {
	known, neighbours := companion(f, KnownFile, readKnown), companion(f, NeighboursFile, readNeighbours)
	if choice, err = f.Choice(); choice == nil || err != nil {
		return nil, c, err
	}
	if choice.Tagger != "" {
		return nil, c, &schemas.FileError{File: f.Path(ChoiceFile), Err: errors.New("it was fitted to slots and tags together, by an earlier version, and tags have a choice of their own now"),
			Remedy: "run train refit with --tagger again, then infer --speed best"}
	}
	if c.Known, err = known(choice.Known); err != nil {
		return nil, c, err
	}
	if c.Neighbours, err = neighbours(choice.Neighbours); err != nil {
		return nil, c, err
	}
	return choice, c, err
}

// Textual reads a choice without slots, FastFile or BestFile, and for the latter the tagger. It must have been fitted with the tables of
// choice.json. It returns nil if the folder has no such file.
func (f Folder) Textual(name string, with phrase.Companions) (*choose.Ranker, phrase.Tagger, error) {
	m, err := optional(f, name, choose.Read)
	if m == nil || err != nil {
		return nil, nil, err
	}
	e := f.other(name)
	switch {
	case !m.ForText():
		e.Err = errors.New("this choice was fitted with slots, and " + name + " is one without")
	case m.Known != with.Known.Digest() || m.Neighbours != with.Neighbours.Digest():
		e.Err = fmt.Errorf("it was fitted with another %s or %s than %s", KnownFile, NeighboursFile, ChoiceFile)
	case (m.Tagger != "") != (name == BestFile):
		e.Err = fmt.Errorf("a choice with a tagger is %s, one without is %s", BestFile, FastFile)
	case m.Tagger == "":
		return m, nil, nil
	default:
		tagger, err := f.taggerOf(m)
		return m, tagger, err
	}
	return nil, nil, e
}

// taggerOf reads the tagger with which a choice was fitted.
func (f Folder) taggerOf(choice *choose.Ranker) (phrase.Tagger, error) {
	for _, name := range TaggerFiles() {
		if !f.Has(name) {
			return nil, f.missing(name)
		}
	}
	of, _ := f.Tagger()
	tagger, err := of.ReadTagger()
	if err == nil && tagger.Digest() != choice.Tagger {
		return nil, f.other(TaggerPrefix + TensorsFile)
	}
	return tagger, err
}

// choiceOf returns the file of the choice that was fitted with a companion.
func choiceOf(name string) string {
	if strings.HasPrefix(name, TaggerPrefix) {
		return BestFile
	}
	return ChoiceFile
}

// other is the error about a companion of another choice.
func (f Folder) other(name string) *schemas.FileError {
	return &schemas.FileError{File: f.Path(name), Err: errors.New("not the file that " + choiceOf(name) + " was fitted with"),
		Remedy: choiceOf(name) + " and " + name + " must come from one run of train"}
}

// missing is the error about a companion that is not there.
func (f Folder) missing(name string) *schemas.FileError {
	e := f.other(name)
	e.Err = errors.New("there is no such file, and " + choiceOf(name) + " was fitted with one")
	return e
}

// companion begins to read a table. It returns a function that waits for it and compares its digest with that which a choice was
// fitted with; of a choice that was fitted without the table, the digest is "" and the function returns nil.
func companion[C interface{ Digest() string }](f Folder, name string, read func(path string, by schemas.Opener) (C, error)) func(digest string) (C, error) {
	var (
		none, c C
		err     error
		caught  any // for the goroutine that waits
		done    = make(chan struct{})
	)
	go func() {
		defer func() { caught = recover(); close(done) }()
		c, err = read(f.Path(name), func(string) (schemas.File, error) { return f.Open(name) })
	}()
	return func(digest string) (C, error) {
		if digest == "" {
			return none, nil
		}
		if <-done; caught != nil {
			panic(caught)
		}
		var file *schemas.FileError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return none, f.missing(name)
		case errors.Is(err, schemas.ErrDamaged) && !errors.As(err, &file): // of its rows
			other := f.other(name)
			other.Err = err
			return none, other
		case err == nil && c.Digest() != digest:
			return none, f.other(name)
		}
		return c, err
	}
}

func readKnown(path string, by schemas.Opener) (*choose.Known, error) {
	rows, err := schemas.KnownPhrases.ReadAllBy(path, by)
	if err != nil {
		return nil, err
	}
	return choose.NewKnown(rows)
}

func readNeighbours(path string, by schemas.Opener) (*choose.Neighbours, error) {
	columns, err := schemas.ReadNeighbours(path, by)
	if err != nil {
		return nil, err
	}
	return choose.NeighboursOf(columns)
}

// Tagger returns the folder of the tagger in this one, false if there is none.
func (f Folder) Tagger() (Folder, bool) {
	of := Folder{Name: f.Name, Path: func(name string) string { return f.Path(TaggerPrefix + name) },
		Open: func(name string) (schemas.File, error) { return f.Open(TaggerPrefix + name) }}
	return of, of.Has(TensorsFile)
}

// ReadTagger reads the network of this folder, which must be OverEncoder, as a tagger.
func (f Folder) ReadTagger() (*joint.Tagger, error) {
	network, err := f.Network()
	if err != nil {
		return nil, err
	}
	over, ok := network.(overEncoder)
	if !ok {
		return nil, &schemas.FileError{File: f.Path(ConfigFile), Err: errors.New("the network does not tag words"),
			Remedy: "give a model folder of system " + strings.Join(Systems(func(s System) bool { return s.OverEncoder }), " or ")}
	}
	vocabulary, _, err := f.Vocabulary(network)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, name := range needed {
		if err := f.Copy(name)(sum); err != nil {
			return nil, err
		}
	}
	return joint.NewTagger(over.Model, vocabulary, hex.EncodeToString(sum.Sum(nil))), nil
}
