package choose

import (
	"io"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// File is the name of a model's file in a model folder.
const File = "choice.json"

// format is that of the file. Version 2 added alternatives and the digest of known phrases, version 3 trees and runs of the text,
// version 4 neighbours, version 5 a tagger, version 6 the shortlist, version 7 merged slots and names, version 8 scattered phrases. Earlier files read as before;
// other versions are refused.
var format = rank.Format{Schema: "choice", Version: 8, First: 1, Again: "run train refit"}

// onDisk is the content of the file.
type onDisk struct {
	rank.Header
	Ranker
}

// Write writes the model as choice.json, with a checksum. Equal models give equal bytes.
func (m *Ranker) Write(w io.Writer) error { return format.Write(w, &onDisk{Ranker: *m}, true) }

// Read reads what Write wrote and verifies the checksum. path names the file in errors. A file that is damaged, foreign, of
// another version, or names an unknown feature, is a *schemas.FileError.
func Read(path string, r io.Reader) (*Ranker, error) {
	var d onDisk
	if err := format.Read(path, r, &d, d.check); err != nil {
		return nil, err
	}
	return &d.Ranker, nil
}
