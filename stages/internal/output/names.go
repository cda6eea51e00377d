package output

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
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

var (
	partNumber     = regexp.MustCompile(`-\d{5}-of-\d{5}`)
	partRecordName = regexp.MustCompile(`-(\d{5}-of-\d{5})\.manifest\.json$`)
	leftoverFile   = regexp.MustCompile(`^\..*\.tmp-[0-9a-f]{8}$`)
	draftEntry     = regexp.MustCompile(`^\..*\.tmp-[0-9a-f]{8}(\.lock|\.old)?$`)
)

// IsManifest reports whether name is that of a manifest, of a folder or a part.
func IsManifest(name string) bool {
	return name == manifest.Name || partRecordName.MatchString(name)
}

// IsLocal reports whether name stays below the folder it is joined to and is neither hidden nor reserved.
func IsLocal(name string) bool {
	return name != "" && name == path.Clean(name) && !path.IsAbs(name) && !strings.HasPrefix(name, "..") &&
		!strings.HasPrefix(path.Base(name), ".") && !strings.HasPrefix(name, ".") && name != manifest.Name
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
func (o *Output) declares(name string) bool {
	return slices.ContainsFunc(o.Files, func(p Pattern) bool { return p.matches(name) })
}

// streams reports whether a file of this name may be the only file of a Stream.
func (o *Output) streams(name string) bool {
	return slices.ContainsFunc(o.Files, func(p Pattern) bool { return p.Stream && p.matches(name) })
}

// working reports whether name is a declared file that is not part of the finished output.
func (o *Output) working(name string) bool {
	return slices.ContainsFunc(o.Files, func(p Pattern) bool {
		ok, _ := path.Match(p.Name, name)
		return p.Working && ok
	})
}

// FileName returns the name under which Create makes a file. A * stands for the part's number. A name without * gets
// the number before its extension if there are several parts or only such a name is declared.
func (o *Output) FileName(name string) string {
	ext := path.Ext(name)
	numbered := strings.TrimSuffix(name, ext) + "-" + o.Part.String() + ext
	switch {
	case strings.Contains(name, "*"):
		return strings.Replace(name, "*", o.Part.String(), 1)
	case o.Part.Split() && !strings.Contains(name, "-"+o.Part.String()):
		return numbered
	case !o.Part.Split() && !o.declares(name) && o.declares(numbered):
		return numbered
	}
	return name
}

// foreign lists what the folder contains that its stage did not make, with slashes. Such a folder is never replaced or
// cleared, since its content would be lost. The right name is not enough: a finished output consists of the files that
// its manifest lists, and a folder without mark and manifest has no owner.
func (o *Output) foreign() (names []string, err error) {
	for range 100 {
		if o.remote() {
			_, before, _ := manifest.ReadMarkVersion(o.Store, o.Dir)
			names, err = o.unlisted()
			if _, after, _ := manifest.ReadMarkVersion(o.Store, o.Dir); len(names) == 0 || before == after {
				break
			}
			continue
		}
		before, _ := o.Store.Stat(o.Dir)
		if names, err = o.unlisted(); len(names) == 0 {
			break
		}
		// A concurrent attempt may have put its folder here between our looks at the manifest and at the files.
		if after, _ := o.Store.Stat(o.Dir); before != nil && after != nil && os.SameFile(before, after) {
			break
		}
	}
	return names, err
}

// unlisted is foreign for a folder that stays the same meanwhile.
func (o *Output) unlisted() (names []string, err error) {
	m, err := manifest.Read(o.Store, o.record())
	finished := err == nil && m.Stage != ""
	_, err = manifest.ReadMark(o.Store, o.Dir)
	begun := err == nil || finished
	o.at("manifest looked for")
	made := func(rel string) bool {
		_, listed := m.Output(rel)
		return begun && !strings.HasPrefix(path.Base(rel), ".") && (IsManifest(rel) || o.declares(rel) && (listed || !finished || o.working(rel)))
	}
	err = o.walk(func(rel string, e fs.DirEntry) error {
		switch {
		case e.IsDir() && draftEntry.MatchString(e.Name()):
			return fs.SkipDir
		case e.IsDir() && o.holds(rel):
			return nil
		case e.IsDir():
			names = append(names, rel)
			return fs.SkipDir
		case ownHidden(e.Name()), made(rel):
			return nil
		}
		names = append(names, rel)
		return nil
	})
	return names, err
}

// ownHidden reports whether this package creates hidden files of this name.
func ownHidden(name string) bool {
	return name == manifest.MarkName || name == lockName || name == listName || failedFile.MatchString(name) || leftoverFile.MatchString(name) || draftEntry.MatchString(name)
}

// present lists the declared files of the finished output in its folder, sorted, with slashes.
func (o *Output) present() (names []string, err error) {
	err = o.walk(func(rel string, e fs.DirEntry) error {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") && o.declares(rel) && !o.working(rel) {
			names = append(names, rel)
		}
		return nil
	})
	return names, err
}

// walk visits everything below the folder, by path with slashes.
func (o *Output) walk(visit func(rel string, e fs.DirEntry) error) error {
	if o.remote() {
		return o.walkBucket("", visit)
	}
	return filepath.WalkDir(o.Dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || file == o.Dir {
			return err
		}
		rel, err := filepath.Rel(o.Dir, file)
		if err != nil {
			return err
		}
		return visit(filepath.ToSlash(rel), e)
	})
}

// walkBucket is walk for a folder in a bucket.
func (o *Output) walkBucket(below string, visit func(rel string, e fs.DirEntry) error) error {
	entries, err := o.Store.ReadDir(o.path(below))
	if err != nil {
		return err
	}
	for _, e := range entries {
		rel := path.Join(below, e.Name())
		if err = visit(rel, e); err == nil && e.IsDir() {
			err = o.walkBucket(rel, visit)
		}
		if err == fs.SkipDir {
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether files below the folder rel are declared.
func (o *Output) holds(rel string) bool {
	return slices.ContainsFunc(o.Files, func(p Pattern) bool {
		for dir := path.Dir(p.Name); dir != "."; dir = path.Dir(dir) {
			if ok, _ := path.Match(dir, rel); ok {
				return true
			}
		}
		return false
	})
}
