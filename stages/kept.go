package stages

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"wrone2set/schemas"
	"wrone2set/stages/internal/output"
	"wrone2set/stages/internal/store"
)

// keptRejects is where the rejects of a failed attempt stay, beside the output that did not come to be:
// OUT.rejects.jsonl.
func keptRejects(out *output.Attempt) string { return out.Dir + "." + out.FileName(rejectsName) }

// keepRejects puts the rejects beside the output when err is about an input, and says so in err. What lies there and is
// no list of rejects stays.
func (t *Task) keepRejects(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var input *InputError
	if t.reject == nil || !errors.As(err, &input) {
		return
	}
	path := keptRejects(t.output)
	if _, statErr := lstat(t.output.Store, path); statErr == nil && !listsRejects(t.output.Store, path) {
		t.Log.Warn("the bad rows are not kept: something else has the name", "file", path)
		return
	}
	if keepErr := t.reject.Divert(t.output.Store, path); keepErr != nil {
		t.Log.Warn("the bad rows are not kept", "because", keepErr)
		return
	}
	if input.Remedy != "" {
		input.Remedy += "; "
	}
	input.Remedy += fmt.Sprintf("the bad rows read so far (%d) are listed in %s", t.rejects, path)
}

// dropKept removes what an earlier attempt at the output kept. It comes after the output is there: a crash in between
// leaves a list that the next run, which finds nothing to do, removes.
func dropKept(out *output.Attempt) {
	path := keptRejects(out)
	if !listsRejects(out.Store, path) {
		return
	}
	remove := os.Remove
	if store.Remote(path) {
		remove = out.Store.Remove
	}
	if err := remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		out.Log.Warn("a list of bad rows that is out of date stays", "because", err)
	}
}

// lstat is os.Lstat, also in a bucket, which has no links.
func lstat(at *store.Store, path string) (fs.FileInfo, error) {
	if store.Remote(path) {
		return at.Stat(path)
	}
	return os.Lstat(path)
}

// listsRejects reports whether the file begins with a line of rejects.jsonl; one of another kind is not ours to remove.
func listsRejects(at *store.Store, path string) bool {
	if st, err := lstat(at, path); err != nil || !st.Mode().IsRegular() {
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
