package output

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Part is a piece of an output that is committed on its own, number Index of Of. The zero value and {0, 1} are the
// whole output.
type Part struct{ Index, Of int }

// Split reports whether there is more than one part.
func (p Part) Split() bool { return p.Of > 1 }

// String returns the part's number in file names: 00002-of-00005.
func (p Part) String() string { return fmt.Sprintf("%05d-of-%05d", p.Index, max(p.Of, 1)) }

// partRecord returns the name of a part's manifest: that of the first declared file, which has the part's number.
func (f *Folder) partRecord(part Part) string {
	stem, _, _ := strings.Cut(f.fileName(f.Files[0].Name, part), "-"+part.String())
	return stem + "-" + part.String() + "." + manifest.Name
}

func (f *Folder) failedFile() string { return ".failed-" + f.Part.String() }

// partRecords returns the names of the manifests of parts in the folder, by the part's number as in file names.
func (f *Folder) partRecords() (map[string]string, error) {
	entries, err := f.Store.ReadDir(f.Dir)
	records := map[string]string{}
	for _, e := range entries {
		if m := partRecordName.FindStringSubmatch(e.Name()); m != nil && !strings.HasPrefix(e.Name(), ".") {
			records[m[1]] = e.Name()
		}
	}
	return records, err
}

// Vouchers lists the files of a folder that record what the whole of it is made from: the mark and the manifest.
func Vouchers(dir string) []string {
	return []string{store.Join(dir, manifest.MarkName), store.Join(dir, manifest.Name)}
}

// Made returns the manifest of the whole output if it is finished under the wanted key, and updates its mtime; else nil. It sweeps
// what killed attempts left of a finished output.
func (f *Folder) Made() (*manifest.Manifest, error) {
	if f.Force {
		return nil, nil
	}
	m, err := f.found(manifest.Name)
	if m == nil || err != nil {
		return nil, err
	}
	if err := f.sweep(); err != nil && !denied(err) {
		return nil, err
	}
	return m, nil
}

// Refused fails if the folder is of another key and has to stay, before the input is read to cut it into parts.
func (f *Folder) Refused() error {
	mark, bad, err := f.mark()
	if err != nil || mark == nil || bad != nil || f.Force || mark.Key == "" || mark.Key == f.Mark.Key {
		return err
	}
	want := *f
	want.Mark.Parts = mark.Parts // this run does not know its number yet
	return want.refuse(mark, nil)
}

// Left lists the wanted parts that are not finished.
func (f *Folder) Left(parts int, wanted func(part int) bool) (left []int, err error) {
	records, err := f.partRecords()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for i := range parts {
		if !wanted(i) {
			continue
		}
		name := records[Part{i, parts}.String()]
		if name == "" || f.Force {
			left = append(left, i)
			continue
		}
		m, damage, err := f.finished(name)
		if err != nil {
			return nil, err
		}
		if m == nil || len(damage) > 0 {
			left = append(left, i)
		}
	}
	return left, nil
}
