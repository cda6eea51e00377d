package output

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// Pattern is a file, or a family of files, that an output folder may contain.
type Pattern struct {
	// Name is the path below the folder, or a pattern of path.Match. It does not contain a part's number, which goes
	// before the extension or in place of a *.
	Name     string
	Optional bool // a finished output may lack it
	Working  bool // an unfinished attempt continues from it; not part of the finished output
	Stream   bool // may be the only file of a Stream
}

// RejectsName is the file that lists bad rows.
const RejectsName = "rejects.jsonl"

// oldList is the list of parts that earlier versions kept in the folder.
const oldList = ".parts.jsonl"

var (
	partNumber     = regexp.MustCompile(`-\d{5}-of-\d{5}`)
	partRecordName = regexp.MustCompile(`-(\d{5}-of-\d{5})\.manifest\.json$`)
	rejectsFile    = regexp.MustCompile(`^rejects(-\d{5}-of-\d{5})?\.jsonl$`)
	failedFile     = regexp.MustCompile(`^\.failed-(\d{5})-of-\d{5}$`)
	oldDraft       = regexp.MustCompile(`^\..*\.tmp-[0-9a-f]{8}(\.lock|\.old)?$`) // of earlier versions
)

// IsRejects reports whether the framework writes the file of this name when rows are bad.
func IsRejects(name string) bool { return rejectsFile.MatchString(name) }

// IsManifest reports whether name is that of a manifest, of a folder or a part.
func IsManifest(name string) bool {
	return name == manifest.Name || partRecordName.MatchString(name)
}

// IsLocal reports whether name stays below the folder it is joined to and is neither hidden nor reserved.
func IsLocal(name string) bool {
	return name != "" && name == path.Clean(name) && !path.IsAbs(name) && !strings.HasPrefix(name, "..") &&
		!strings.HasPrefix(path.Base(name), ".") && !strings.HasPrefix(name, ".") && name != manifest.Name
}

// ownHidden reports whether this package creates hidden files of this name, or earlier versions did.
func ownHidden(name string) bool {
	_, temporary := disk.Temporary(name)
	return temporary || name == manifest.MarkName || name == lockName || name == oldList || failedFile.MatchString(name) || oldDraft.MatchString(name)
}

// matches reports whether the pattern covers the file, with or without a part's number.
func (p Pattern) matches(name string) bool {
	for _, n := range []string{name, partNumber.ReplaceAllString(name, "")} {
		if ok, _ := path.Match(p.Name, n); ok {
			return true
		}
	}
	return false
}

func (p Pattern) matchesAny(names []string) bool { return slices.ContainsFunc(names, p.matches) }

// declares reports whether the folder may contain a file of this name.
func (f *Folder) declares(name string) bool {
	return !strings.HasPrefix(path.Base(name), ".") && slices.ContainsFunc(f.Files, func(p Pattern) bool { return p.matches(name) })
}

// streams reports whether a file of this name may be the only file of a Stream.
func (f *Folder) streams(name string) bool {
	return slices.ContainsFunc(f.Files, func(p Pattern) bool { return p.Stream && p.matches(name) })
}

// working reports whether name is a declared file that is not part of the finished output.
func (f *Folder) working(name string) bool {
	return slices.ContainsFunc(f.Files, func(p Pattern) bool {
		ok, _ := path.Match(p.Name, name)
		return p.Working && ok
	})
}

// holds reports whether files below the folder rel are declared.
func (f *Folder) holds(rel string) bool {
	return slices.ContainsFunc(f.Files, func(p Pattern) bool {
		for dir := path.Dir(p.Name); dir != "."; dir = path.Dir(dir) {
			if ok, _ := path.Match(dir, rel); ok {
				return true
			}
		}
		return false
	})
}

// FileName returns the name under which Create makes a file. A * stands for the part's number. A name without * gets
// the number before its extension if there are several parts or only such a name is declared.
func (f *Folder) FileName(name string) string { return f.fileName(name, f.Part) }

func (f *Folder) fileName(name string, part Part) string {
	ext := path.Ext(name)
	numbered := strings.TrimSuffix(name, ext) + "-" + part.String() + ext
	switch {
	case strings.Contains(name, "*"):
		return strings.Replace(name, "*", part.String(), 1)
	case part.Split() && !strings.Contains(name, "-"+part.String()):
		return numbered
	case !part.Split() && !f.declares(name) && f.declares(numbered):
		return numbered
	}
	return name
}
