package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/store"
)

// Ready fails when no output can come to be at Dir, whatever is read and made: the work may take days. It changes
// nothing. An output, or a shard, that is finished is not asked whether it could be made: it may be nobody's to write.
func (a *Attempt) Ready() error {
	if a.stream != nil {
		return nil
	}
	if a.remote() {
		return a.reachable()
	}
	st, err := os.Stat(a.Dir)
	switch {
	case err == nil && !st.IsDir():
		return notFolder(a.Dir)
	case err == nil:
		if _, err := os.Stat(a.record()); err == nil {
			return nil
		}
		if shard, err := shardManifest(a.Store, a.Dir, a.Shard); shard != "" && err == nil {
			return nil
		}
	}
	into := a.Dir
	if _, beside := a.strategy.(*replacing); beside {
		into = filepath.Dir(a.Dir)
		if err == nil && mounted(a.Dir) {
			return notReplaced(a.Dir)
		}
	}
	return a.writable(into)
}

// reachable fails when a bucket is not there or may not be looked into. Whether it may be written shows with the first file.
func (a *Attempt) reachable() error {
	st, err := a.Store.Stat(a.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return store.Outgoing(err)
	case !st.IsDir():
		return notFolder(a.Dir)
	}
	return nil
}

// writable fails when files cannot be made in dir, or dir itself not in the lowest folder above it that there is.
func (a *Attempt) writable(dir string) error {
	st, err := os.Stat(dir)
	// A file on the way gives ENOTDIR: it is told by its own name, further up.
	for err != nil && dir != filepath.Dir(dir) && fault.System(err) == nil && !errors.Is(err, fs.ErrPermission) {
		dir = filepath.Dir(dir)
		st, err = os.Stat(dir)
	}
	switch {
	case fault.System(err) != nil:
		return err
	case err != nil:
		return fault.Usagef("--out %s: %w", a.Dir, err)
	case !st.IsDir():
		return fault.Usagef("--out %s: %s is a file; give a path through folders", a.Dir, dir)
	}
	if err := access(dir); err != nil {
		return fault.Usagef("--out %s: nothing can be written into %s: %w; give another --out", a.Dir, dir, err)
	}
	return nil
}

// mounted tells whether a file system is mounted at dir. Systems that do not list theirs are believed to have none.
func mounted(dir string) bool {
	list, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return false
	}
	// As the list writes them: blanks and the like in octal.
	name := strings.NewReplacer(`\`, `\134`, " ", `\040`, "\t", `\011`, "\n", `\012`).Replace(dir)
	return slices.ContainsFunc(strings.Split(string(list), "\n"), func(line string) bool {
		fields := strings.Fields(line)
		return len(fields) > 4 && fields[4] == name
	})
}

func notReplaced(dir string) error {
	return fault.Usagef("--out %s: is a mount point and cannot be replaced; give a folder inside it", dir)
}
