package output

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// Part is a piece of an output that is committed on its own, number Index of Of. The zero value and {0, 1} are the
// whole output.
type Part struct{ Index, Of int }

// Split reports whether there is more than one part.
func (p Part) Split() bool { return p.Of > 1 }

// String returns the part's number in file names: 00002-of-00005.
func (p Part) String() string { return fmt.Sprintf("%05d-of-%05d", p.Index, max(p.Of, 1)) }

var partNumber = regexp.MustCompile(`-(\d{5})-of-(\d{5})`)

// partOf returns the part whose number a file name has, and false if it has none.
func partOf(name string) (Part, bool) {
	m := partNumber.FindStringSubmatch(name)
	if m == nil {
		return Part{}, false
	}
	index, _ := strconv.Atoi(m[1])
	of, _ := strconv.Atoi(m[2])
	return Part{index, of}, true
}

// unnumbered returns a file name without the number of a part.
func unnumbered(name string) string { return partNumber.ReplaceAllString(name, "") }

// Output is a file, or a family of files, that a stage writes. As JSON it is what --describe says of it.
type Output struct {
	// Name is the path below the folder, or a pattern of path.Match: "vocab.parquet", "test.*-*.parquet", "checkpoint/*". It does not
	// contain a part's number, which goes before the extension or in place of a *.
	Name   string `json:"name"`
	Doc    string `json:"doc"`    // one line for --describe
	Schema string `json:"schema"` // kind of its rows; never empty
	// Optional outputs may be missing from a finished folder, where inputs and settings do not ask for them. Nothing notices if Run
	// forgets one.
	Optional bool `json:"optional,omitempty"`
	// Folders means that files of that name may also lie in folders such as year=2020, one for each value of a column.
	Folders bool `json:"folders,omitempty"`
	// A Stream output may go to standard output, by --out -, if a setting selects it; see Task.Streams.
	Stream bool `json:"stream,omitempty"`
	// Working outputs are the files from which an unfinished attempt of an InPlace stage resumes. They are declared so
	// that clearing the folder removes them. The manifest omits them, since they are not part of the finished output.
	Working bool `json:"working,omitempty"`
}

// inFolders matches the folders by which Hive names the values of columns.
var inFolders = regexp.MustCompile(`^(?:[^/=.][^/=]*=[^/]*/)+`)

// leads reports whether files of the output may lie in a folder.
func (o Output) leads(dir string) bool {
	return strings.HasPrefix(o.Name, dir+"/") || o.Folders && inFolders.FindString(dir+"/") == dir+"/"
}

// matches reports whether the output has the file, with or without a part's number. None has a hidden file.
func (o Output) matches(name string) bool {
	if o.Folders {
		name = strings.TrimPrefix(name, inFolders.FindString(name))
	}
	given, _ := path.Match(o.Name, name)
	whole, _ := path.Match(o.Name, unnumbered(name))
	return (given || whole) && !strings.HasPrefix(path.Base(name), ".")
}

// declares reports whether the folder may contain a file of this name.
func (f *Folder) declares(name string) bool {
	return slices.ContainsFunc(f.Files, func(o Output) bool { return o.matches(name) })
}

// working reports whether name is a declared file that is not part of the finished output.
func (f *Folder) working(name string) bool {
	return slices.ContainsFunc(f.Files, func(o Output) bool { return o.Working && o.matches(name) })
}

// RejectsName is the file that lists bad rows.
const RejectsName = "rejects.jsonl"

// IsRejects reports whether the framework writes the file of this name when rows are bad.
func IsRejects(name string) bool { return unnumbered(name) == RejectsName }

// IsManifest reports whether name is that of a manifest, of a folder or a part.
func IsManifest(name string) bool {
	_, cut := partOf(name)
	return name == manifest.Name || cut && strings.HasSuffix(name, "."+manifest.Name)
}

// IsLocal reports whether name stays below the folder it is joined to and is neither hidden nor reserved.
func IsLocal(name string) bool {
	return name != "" && name == path.Clean(name) && !path.IsAbs(name) && !strings.HasPrefix(name, "..") &&
		!strings.HasPrefix(path.Base(name), ".") && !strings.HasPrefix(name, ".") && name != manifest.Name
}

// failedName is the file that records why an attempt at a part failed, without its number.
const failedName = ".failed"

func (f *Folder) failedFile() string { return failedName + "-" + f.Part.String() }

func isFailed(name string) bool { return unnumbered(name) == failedName }

// isService reports whether name is that of the mark, the lock, or a temporary file.
func isService(name string) bool {
	return disk.Temporary(name) || name == manifest.MarkName || name == lockName
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

// recordOf returns the name of a part's manifest: that of the first declared file, which has the part's number. It is fixed, so that
// nobody lists thousands of parts to find it.
func (f *Folder) recordOf(part Part) string {
	stem, _, _ := strings.Cut(f.fileName(f.Files[0].Name, part), "-"+part.String())
	return stem + "-" + part.String() + "." + manifest.Name
}
