package model

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// Files of a model folder. The choice and its phrases exist if one was fitted, extract.json if train refit was given
// documents for it.
const (
	ConfigFile     = slots.ConfigFile
	TensorsFile    = slots.TensorsFile
	VocabularyFile = "vocab.parquet"
	ChoiceFile     = choose.File
	FastFile       = choose.FastFile
	BestFile       = choose.BestFile
	KnownFile      = choose.KnownFile
	ExtractFile    = fallback.File
	NeighboursFile = choose.NeighboursFile
)

// TaggerPrefix begins the names of the files of a tagger in the folder of the model whose choice was fitted with it: those of
// its own model folder.
const TaggerPrefix = "tagger-"

// needed are the files that every model folder has. A model with a choice may have all of Files.
var needed = []string{ConfigFile, TensorsFile, VocabularyFile}

// Files returns the names of all files that a model folder may have and that a program reads.
func Files() []string {
	return append(append(slices.Clone(needed), TaggerFiles()...), ChoiceFile, FastFile, BestFile, KnownFile, NeighboursFile, ExtractFile)
}

// TaggerFiles returns the names of the files of a tagger.
func TaggerFiles() (names []string) {
	for _, name := range needed {
		names = append(names, TaggerPrefix+name)
	}
	return names
}

// Remedies of errors about a folder.
const (
	OfTrain  = "give a model folder that train wrote"
	together = ConfigFile + ", " + TensorsFile + " and " + VocabularyFile + " must come from one run of train"
)

// Folder is a model folder, for reading.
type Folder struct {
	Name string                                  // name of the folder in errors
	Open func(name string) (schemas.File, error) // opens a file; fs.ErrNotExist if there is none
	Path func(name string) string                // name of a file in errors
}

// Disk returns a folder on disk.
func Disk(dir string) Folder {
	path := func(name string) string { return filepath.Join(dir, name) }
	return Folder{Name: dir, Path: path, Open: func(name string) (schemas.File, error) { return os.Open(path(name)) }}
}

// Given returns the model folder on disk that a user gave by a name; dir is empty if what has the name is not a folder. Its files
// are checked.
func Given(dir, name string) (Folder, error) {
	f := Disk(dir)
	f.Name = name
	if dir == "" {
		return f, f.lacks(ConfigFile)
	}
	return f, f.Check()
}

// Has reports whether the folder has a file, readable or not.
func (f Folder) Has(name string) bool {
	file, err := f.Open(name)
	if err == nil {
		file.Close()
	}
	return !errors.Is(err, fs.ErrNotExist)
}

// Check returns an error if the folder lacks a file that every model has.
func (f Folder) Check() error {
	for _, name := range needed {
		if !f.Has(name) {
			return f.lacks(name)
		}
	}
	return nil
}

func (f Folder) lacks(name string) error {
	return &schemas.FileError{File: f.Name, Err: fmt.Errorf("holds no %s", name), Remedy: OfTrain}
}

// System returns the system of the folder's network.
func (f Folder) System() (s System, err error) {
	err = f.config("run train again", func(file schemas.File) (err error) { s, err = systemIn(file); return err })
	return s, err
}

// Shape returns the shape of the folder's network, from config.json alone. For a system OverEncoder it has what the system
// shares with the others: no slots, and no layers of a decoder.
func (f Folder) Shape() (c slots.Config, err error) {
	s, err := f.System()
	if err == nil {
		err = f.config(OfTrain, func(file schemas.File) (err error) { c, err = s.readShape(file); return err })
	}
	return c, err
}

// config calls read with config.json. An error about its content has the remedy.
func (f Folder) config(remedy string, read func(schemas.File) error) error {
	file, err := f.Open(ConfigFile)
	if err != nil {
		return fmt.Errorf("open config: %w", err)
	}
	defer file.Close()
	if err := read(file); err != nil {
		return &schemas.FileError{File: f.Path(ConfigFile), Err: err, Remedy: remedy}
	}
	return nil
}

// Network reads the network. A weight that is not a finite number is an error.
func (f Folder) Network() (Network, error) {
	s, err := f.System()
	if err != nil {
		return nil, err
	}
	n, err := s.read(f)
	if err != nil {
		return nil, err
	}
	for _, p := range n.Params() {
		if !finite(p.Weights) {
			return nil, &schemas.FileError{File: f.Path(TensorsFile), Place: "tensor " + p.Name,
				Err: errors.New("it holds a number that is not finite"), Remedy: "the training went wrong: run train again with a lower lr"}
		}
	}
	return n, nil
}

// finite reports whether no number is NaN or infinite.
func finite(x []float32) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// Unusable adds the name of the file to an error of labelling if the error is about the weights (slots.ErrNotFinite). It returns
// other errors unchanged.
func (f Folder) Unusable(err error) error {
	if !errors.Is(err, slots.ErrNotFinite) {
		return err
	}
	return &schemas.FileError{File: f.Path(TensorsFile), Err: err,
		Remedy: "its weights are too large: copy the model folder again from where it is whole, or run train again with a lower lr"}
}

// words reads the vocabulary file.
func (f Folder) words() (text.VocabularyFile, error) {
	path := f.Path(VocabularyFile)
	disk, err := f.Open(VocabularyFile)
	if err != nil {
		return text.VocabularyFile{}, fmt.Errorf("open vocab: %w", err)
	}
	r, err := schemas.Vocab.OpenFile(path, disk)
	if err != nil {
		disk.Close()
		return text.VocabularyFile{}, err
	}
	defer r.Close()
	return text.VocabularyIn(path, r)
}

// Digest returns the digest of the first size words of the vocabulary, as examples record it.
func (f Folder) Digest(size int) (string, error) {
	file, err := f.words()
	if err != nil {
		return "", err
	}
	return text.Digest(file.Rows[:min(size, len(file.Rows))]), nil
}

// WriteWords returns a writer of the first size words of the folder's vocabulary, which are those of a network: preprocess lists all
// words of the corpus.
func (f Folder) WriteWords(size int) func(io.Writer) error {
	return func(w io.Writer) error {
		file, err := f.words()
		if err != nil {
			return err
		}
		to := schemas.Vocab.NewWriter(w, file.Metadata())
		return errors.Join(to.Write(file.Rows[:min(size, len(file.Rows))]...), to.Close())
	}
}

// Vocabulary reads the vocabulary of the folder's network or its shape, and the normalisation of its tokens. It returns an error if the two
// cannot belong together. For a folder of train, its manifest shows that they do.
func (f Folder) Vocabulary(n Worded) (*text.Vocabulary, text.Unicode, error) {
	size, encoder := n.Words()
	file, err := f.words()
	if err != nil {
		return nil, "", err
	}
	vocabulary, err := file.Vocabulary(size)
	if most := encoder.Positions; err == nil && file.Pieces > most {
		err = fmt.Errorf("not the vocabulary that the model was trained with: documents have up to %d pieces, the model reads %d", file.Pieces, most)
	} else if err == nil && encoder != (bert.Config{}) && file.Pieces == 0 {
		err = errors.New("not the vocabulary that the model was trained with: it has words, the model reads word pieces")
	}
	if err == nil && len(file.Rows) < size && !f.Has("manifest.json") {
		// Without a manifest it is not a folder of train, which may leave the last ids without a word.
		err = fmt.Errorf("not the vocabulary that the model was trained with: it has %d words, the model %d", len(file.Rows), size)
	}
	if err != nil {
		return nil, "", &schemas.FileError{File: f.Path(VocabularyFile), Err: err, Remedy: together}
	}
	return vocabulary, file.Unicode, nil
}

// Choice reads choice.json. It returns nil if the folder has none.
func (f Folder) Choice() (*choose.Ranker, error) { return optional(f, ChoiceFile, choose.Read) }

// Fallback reads extract.json, the ranker for documents that the network is not for. It returns nil if the folder has none.
func (f Folder) Fallback() (*fallback.Ranker, error) { return optional(f, ExtractFile, fallback.Read) }

// optional reads a file that a folder may lack.
func optional[R any](f Folder, name string, read func(path string, r io.Reader) (*R, error)) (*R, error) {
	file, err := f.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return read(f.Path(name), file)
}

// Copy returns a writer of a file as it is.
func (f Folder) Copy(name string) func(io.Writer) error {
	return func(w io.Writer) error {
		file, err := f.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, io.NewSectionReader(file, 0, math.MaxInt64))
		return err
	}
}

// Keep copies those of the files that the folder has to another model folder. fill creates a file there.
func (f Folder) Keep(fill func(name string, write func(io.Writer) error) error, names ...string) error {
	for _, name := range names {
		if !f.Has(name) {
			continue
		}
		if err := fill(name, f.Copy(name)); err != nil {
			return err
		}
	}
	return nil
}

// Publish writes the files that every model folder has. fill creates a file and calls its writer for the content.
func Publish(fill func(name string, write func(io.Writer) error) error, config, tensors, vocabulary func(io.Writer) error) error {
	return errors.Join(fill(ConfigFile, config), fill(TensorsFile, tensors), fill(VocabularyFile, vocabulary))
}
