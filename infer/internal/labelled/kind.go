package labelled

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// OneKind reports whether folders have concepts rather than phrases, whose scores are always probabilities. Folders of both kinds are an
// error, and so is a file that is given twice.
func OneKind(t *stages.Task, folders []*Folder) (concepts bool, err error) {
	digests := map[string]string{}
	for i, f := range folders {
		own, err := f.concepts(t)
		if err != nil {
			return false, err
		}
		if f.Likely = f.Likely || own; i == 0 {
			concepts = own
		}
		if own != concepts {
			return false, &stages.UsageError{Err: fmt.Errorf("%s has phrases and %s concepts, or the other way round: give them one by one", folders[0].Spec, f.Spec)}
		}
		for _, file := range f.Files {
			made, _ := f.Made.Output(path.Base(filepath.ToSlash(file)))
			if first, twice := digests[made.SHA256]; twice && made.SHA256 != "" && (made.Rows == nil || *made.Rows > 0) {
				return false, &stages.UsageError{Err: fmt.Errorf("%s and %s are the same: give each folder once", first, file)}
			}
			digests[made.SHA256] = file
		}
	}
	return concepts, nil
}

// concepts reports whether a folder has concepts rather than phrases.
func (f *Folder) concepts(t *stages.Task) (bool, error) {
	r, err := schemas.Predictions.OpenBy(f.Files[0], t.Open)
	if err == nil {
		return false, r.Close()
	}
	if errors.Is(err, schemas.ErrSchema) {
		if r, second := schemas.Assigneds.OpenBy(f.Files[0], t.Open); second == nil {
			return true, r.Close()
		}
	}
	return false, err
}
