package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Ready fails if Dir can never become an output, before work that may take days. It changes nothing. It does not check
// a finished output or part, which may be write-protected.
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
		if part, err := findPart(a.Store, a.Dir, a.Part); part != "" && err == nil {
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

// reachable fails if a bucket is missing or may not be listed. Only the first upload shows whether it is writable.
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

// writable fails if dir, or the lowest existing folder above it, does not allow new files.
func (a *Attempt) writable(dir string) error {
	st, err := os.Stat(dir)
	// A file on the way gives ENOTDIR; the loop finds it further up by its own name.
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

// mounted reports whether a file system is mounted at dir. It returns false on systems that do not list their mounts.
func mounted(dir string) bool {
	list, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return false
	}
	// The list escapes blanks and the like in octal.
	name := strings.NewReplacer(`\`, `\134`, " ", `\040`, "\t", `\011`, "\n", `\012`).Replace(dir)
	return slices.ContainsFunc(strings.Split(string(list), "\n"), func(line string) bool {
		fields := strings.Fields(line)
		return len(fields) > 4 && fields[4] == name
	})
}

func notReplaced(dir string) error {
	return fault.Usagef("--out %s: is a mount point and cannot be replaced; give a folder inside it", dir)
}
