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
	"wrone2set/stages/internal/folder"
	"wrone2set/stages/internal/storage"
)

// keptRejects is the file that keeps the rejects of a failed attempt, beside the output that was not made:
// OUT.rejects.jsonl.
func keptRejects(out *folder.Attempt) string { return out.Dir + "." + out.FileName(rejectsName) }

// keepRejects moves the rejects beside the output if err is about an input, and adds this to err. It does not
// overwrite a file that is not a list of rejects.
func (t *Task) keepRejects(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var input *InputError
	if t.reject == nil || !errors.As(err, &input) {
		return
	}
	path := keptRejects(t.output)
	if _, statErr := lstat(t.output.Store, path); statErr == nil && !listsRejects(t.output.Store, path) {
		t.Log.Warn("the list of bad rows is not kept: another file has the name", "file", path)
		return
	}
	if keepErr := t.reject.Divert(t.output.Store, path); keepErr != nil {
		t.Log.Warn("the list of bad rows is not kept", "because", keepErr)
		return
	}
	if input.Remedy != "" {
		input.Remedy += "; "
	}
	input.Remedy += fmt.Sprintf("the bad rows read so far (%d) are listed in %s", t.rejects, path)
}

// dropKept removes what an earlier attempt at the output kept. It runs after the output is finished: a crash in
// between leaves a list that the next run, which finds nothing to do, removes.
func dropKept(out *folder.Attempt) {
	path := keptRejects(out)
	if !listsRejects(out.Store, path) {
		return
	}
	remove := os.Remove
	if storage.Remote(path) {
		remove = out.Store.Remove
	}
	if err := remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		out.Log.Warn("an outdated list of bad rows could not be removed", "because", err)
	}
}

// lstat is os.Lstat, also for a bucket, which has no links.
func lstat(store *storage.Store, path string) (fs.FileInfo, error) {
	if storage.Remote(path) {
		return store.Stat(path)
	}
	return os.Lstat(path)
}

// listsRejects reports whether the file begins with a line of rejects.jsonl. Other files are not ours to remove.
func listsRejects(store *storage.Store, path string) bool {
	if st, err := lstat(store, path); err != nil || !st.Mode().IsRegular() {
		return false
	}
	f, err := store.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	d := json.NewDecoder(bufio.NewReader(io.LimitReader(f, 1<<20)))
	d.DisallowUnknownFields()
	var r schemas.Reject
	return d.Decode(&r) == nil && r.File != "" && r.Row > 0
}
