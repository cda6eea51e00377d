package input

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// numbered matches a name that is one of several: train-00002-of-00004.parquet.
var numbered = regexp.MustCompile(`^(.*?-)(\d{4,5})(-of-(\d{4,5}).*)$`)

// complete fails if files of a numbered set, whose names in a folder differ only in their number, are missing, since their rows
// would be left out silently. A file that exists but is not in files, which are sorted, was left out by the author of the pattern.
func (in lookup) complete(spec string, files []string) error {
	seen := map[string]bool{} // a set, by the name without the number
	// From the end: the last file of a set says whether its numbers begin with 0 or 1.
	for _, file := range slices.Backward(files) {
		dir, name := store.Dir(file), numbered.FindStringSubmatch(store.Base(file))
		if name == nil || seen[store.Join(dir, name[1]+name[3])] {
			continue
		}
		before, number, after, of := name[1], name[2], name[3], name[4]
		seen[store.Join(dir, before+after)] = true
		first := 0
		if number == of {
			first = 1
		}
		count, _ := strconv.Atoi(of)
		var missing []string
		for i := range count {
			path := store.Join(dir, fmt.Sprintf("%s%0*d%s", before, len(number), first+i, after))
			// Asking a bucket for each of thousands takes minutes.
			if _, there := slices.BinarySearch(files, path); there {
				continue
			}
			if _, err := in.store.Stat(path); errors.Is(err, fs.ErrNotExist) {
				missing = append(missing, store.Base(path))
			} else if err != nil {
				return fault.Unreadable(path, err)
			}
		}
		if len(missing) > 0 {
			which := strings.Join(missing[:min(len(missing), 3)], ", ") + strings.Repeat(", …", min(max(len(missing)-3, 0), 1))
			return &schemas.FileError{File: spec, Err: fmt.Errorf("%d of %d files of a set are missing: %s", len(missing), count, which),
				Remedy: "add them, or name the files that you want one by one"}
		}
	}
	return nil
}
