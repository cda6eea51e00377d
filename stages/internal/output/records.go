package output

import (
	"fmt"

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

// Vouchers lists the files of a folder that record what the whole of it is made from: the mark and the manifest.
func Vouchers(dir string) []string {
	return []string{store.Join(dir, manifest.MarkName), store.Join(dir, manifest.Name)}
}

// partRecords returns the manifests of the parts in a folder, by the part's number as in file names.
func partRecords(at *store.Store, dir string) (map[string]string, error) {
	paths, err := partManifests(at, dir)
	records := make(map[string]string, len(paths))
	for _, p := range paths {
		records[partRecordName.FindStringSubmatch(store.Base(p))[1]] = p
	}
	return records, err
}

// partManifests lists the manifests of the parts in a folder.
func partManifests(at *store.Store, dir string) (paths []string, err error) {
	names, err := visible(at, dir)
	for _, n := range names {
		if partRecordName.MatchString(n) {
			paths = append(paths, store.Join(dir, n))
		}
	}
	return paths, err
}

// findPart returns the path of one part's manifest, "" if there is none.
func findPart(at *store.Store, dir string, part Part) (path string, err error) {
	records, err := partRecords(at, dir)
	return records[part.String()], err
}

// missingParts lists the parts of a marked folder that have no manifest.
func missingParts(at *store.Store, dir string, mark *manifest.Mark) (missing []int, err error) {
	records, err := partRecords(at, dir)
	if err != nil {
		return nil, err
	}
	for i := range mark.Parts {
		if records[Part{i, mark.Parts}.String()] == "" {
			missing = append(missing, i)
		}
	}
	return missing, nil
}
