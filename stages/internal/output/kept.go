package output

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"regexp"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// KeptRejects returns the file, beside the output, that keeps the rejects of a failed attempt: OUT.rejects.jsonl.
func KeptRejects(out *Attempt) string { return out.Dir + "." + out.FileName(RejectsName) }

// DropKept removes the rejects that an earlier attempt kept. Call it after the output is finished: after a crash in between, the
// next run finds nothing to do and removes them.
func DropKept(out *Attempt) {
	path := KeptRejects(out)
	if !ListsRejects(out.Store, path) {
		return
	}
	remove := os.Remove
	if store.Remote(path) {
		remove = out.Store.Remove
	}
	if err := remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		out.Log.Warn("an outdated list of bad rows could not be removed", "because", err)
	}
}

// Lstat is os.Lstat, also in a bucket, which has no links.
func Lstat(at *store.Store, path string) (fs.FileInfo, error) {
	if store.Remote(path) {
		return at.Stat(path)
	}
	return os.Lstat(path)
}

// ListsRejects reports whether the file begins with a line of rejects.jsonl; one of another kind is not ours to remove.
func ListsRejects(at *store.Store, path string) bool {
	if st, err := Lstat(at, path); err != nil || !st.Mode().IsRegular() {
		return false
	}
	f, err := at.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	d := json.NewDecoder(bufio.NewReader(io.LimitReader(f, 1<<20)))
	d.DisallowUnknownFields()
	var r schemas.Reject
	return d.Decode(&r) == nil && r.File != "" && r.Row > 0
}

// RejectsName is the file that lists bad rows.
const RejectsName = "rejects.jsonl"

var rejectsFile = regexp.MustCompile(`^rejects(-\d{5}-of-\d{5})?\.jsonl$`)

// IsRejects reports whether the framework writes the file of this name when rows are bad.
func IsRejects(name string) bool { return rejectsFile.MatchString(name) }
