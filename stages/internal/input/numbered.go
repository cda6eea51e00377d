package input

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// numbered matches the part of a name that makes a file one of several: train-00002-of-00004.parquet.
var numbered = regexp.MustCompile(`-(\d{4,5})-of-(\d{4,5})`)

// set is the files of one folder whose names differ only in their number.
type set struct {
	file string // one of them
	of   int    // expected number of files
	base int    // the first number: 1 if the last one equals of, else 0
}

// name returns the file with a number.
func (s *set) name(i int) string {
	dir, base := store.Dir(s.file), store.Base(s.file)
	at := numbered.FindStringSubmatchIndex(base)
	return store.Join(dir, fmt.Sprintf("%s%0*d%s", base[:at[2]], at[3]-at[2], i, base[at[3]:]))
}

// complete fails if files of a numbered set are missing, since their rows would be left out silently. A file that
// exists but is not in files was left out by the author of the pattern.
func complete(at *store.Store, spec string, files []string) error {
	sets := map[string]*set{}
	var order []string
	for _, file := range files {
		dir, base := store.Dir(file), store.Base(file)
		m := numbered.FindStringSubmatch(base)
		if m == nil {
			continue
		}
		key := store.Join(dir, strings.Replace(base, m[0], "-*-of-"+m[2], 1))
		if sets[key] == nil {
			of, _ := strconv.Atoi(m[2])
			sets[key] = &set{file: file, of: of}
			order = append(order, key)
		}
		if m[1] == m[2] {
			sets[key].base = 1
		}
	}
	for _, key := range order {
		if err := sets[key].whole(at, spec, files); err != nil {
			return err
		}
	}
	return nil
}

// whole fails unless every file of the set exists.
func (s *set) whole(at *store.Store, spec string, files []string) error {
	var missing []string
	for i := range s.of {
		name := s.name(s.base + i)
		// files are sorted; asking a bucket for each of thousands takes minutes.
		if _, there := slices.BinarySearch(files, name); there {
			continue
		}
		_, err := at.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, store.Base(name))
		case err != nil:
			return fault.Unreadable(name, err)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	const named = 3
	which := strings.Join(missing[:min(len(missing), named)], ", ")
	if len(missing) > named {
		which += ", …"
	}
	return &fault.InputError{File: spec, Err: fmt.Errorf("%d of %d files of a set are missing: %s", len(missing), s.of, which),
		Remedy: "add them, or name the files that you want one by one"}
}
