package output

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Finished fails if a stage began the folder and did not complete it.
func Finished(at *store.Store, dir string) error {
	mark, err := manifest.ReadMark(at, dir)
	if fault.System(err) != nil {
		return err // it may be an unfinished one
	}
	if err != nil {
		return nil // not a stage's folder
	}
	m, err := manifest.Read(at, store.Join(dir, manifest.Name))
	switch {
	case err == nil && m.Key == mark.Key:
		return nil
	case err == nil: // the manifest of an output that another run is replacing
	case !errors.Is(err, fs.ErrNotExist):
		return &schemas.FileError{Err: err, Remedy: fmt.Sprintf("run %s again", mark.Stage)}
	}
	remedy := fmt.Sprintf("run %s again", mark.Stage)
	if mark.Parts > 1 {
		records, err := (&Folder{Store: at, Dir: dir}).partRecords()
		if err != nil {
			return fault.Unreadable(dir, err)
		}
		var missing []int
		for i := range mark.Parts {
			if records[Part{i, mark.Parts}.String()] == "" {
				missing = append(missing, i)
			}
		}
		if len(missing) > 0 {
			return &schemas.FileError{File: dir, Err: fmt.Errorf("unfinished: %d of %d parts are missing", len(missing), mark.Parts),
				Remedy: fmt.Sprintf("run %s --shard %d/%d again", mark.Stage, missing[0], mark.Parts)}
		}
		remedy = fmt.Sprintf("run %s --shard 0/%d again", mark.Stage, mark.Parts)
	}
	return &schemas.FileError{File: dir, Err: errors.New("unfinished"), Remedy: remedy}
}

// FinishedFile is Finished for one file. A file of a finished part may be used before the other parts exist.
func FinishedFile(at *store.Store, file string) error {
	dir := store.Dir(file)
	err := Finished(at, dir)
	if err == nil {
		return nil
	}
	folder := &Folder{Store: at, Dir: dir}
	names, readErr := folder.partRecords()
	if fault.System(readErr) != nil {
		return readErr
	}
	mark, markErr := manifest.ReadMark(at, dir)
	if fault.System(markErr) != nil {
		return markErr
	}
	for _, name := range names {
		m, readErr := manifest.Read(at, folder.path(name))
		if fault.System(readErr) != nil {
			return readErr
		}
		if readErr == nil && (markErr != nil || m.Key == mark.Key) {
			if _, ok := m.Output(store.Base(file)); ok {
				return nil
			}
		}
	}
	return err
}
