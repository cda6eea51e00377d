package stages

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
)

const manifestName = manifest.Name

// plan is a stage with everything decided: which files it reads, how it is set, where it writes.
type plan struct {
	stage, version string
	outputs        []Output
	layout         Layout
	config         json.RawMessage // all settings
	keyed          json.RawMessage // those that can change the output
	inputs         map[string][]Source
	digests        []manifest.Input
	key            string
	out            string // absolute, symbolic links followed
	shard          Shard
	force, verify  bool
	maxRejects     float64
	run            func(context.Context, *Task) error
}

func (p *plan) mark() *manifest.Mark {
	m := &manifest.Mark{Stage: p.stage, Version: p.version, Key: p.key, Config: p.keyed, Inputs: p.digests}
	if p.shard.Split() {
		m.Shards = p.shard.Of
	}
	return m
}

var (
	shardPart    = regexp.MustCompile(`-\d{5}-of-\d{5}`)
	shardRecord  = regexp.MustCompile(`-(\d{5}-of-\d{5})\.manifest\.json$`)
	rejectsFile  = regexp.MustCompile(`^rejects(-\d{5}-of-\d{5})?\.jsonl$`)
	leftoverFile = regexp.MustCompile(`^\..*\.tmp-[0-9a-f]{8}$`)
	attemptEntry = regexp.MustCompile(`^\..*\.tmp-[0-9a-f]{8}(\.lock|\.old)?$`)
)

func rejectsLike(name string) bool { return rejectsFile.MatchString(name) }
func manifestLike(name string) bool {
	return name == manifestName || shardRecord.MatchString(name)
}

// declares reports whether the stage may write a file of this name.
func (p *plan) declares(name string) bool {
	plain := shardPart.ReplaceAllString(name, "")
	return slices.ContainsFunc(p.outputs, func(o Output) bool { return o.matches(name) || o.matches(plain) })
}

// working reports whether name is a declared file that is no part of the finished output.
func (p *plan) working(name string) bool {
	return slices.ContainsFunc(p.outputs, func(o Output) bool { return o.Working && o.matches(name) })
}

func (o Output) matches(name string) bool {
	ok, _ := path.Match(o.Name, name)
	return ok
}

// fileName is the name under which Create makes a file; see [Task.Create].
func (p *plan) fileName(name string) string {
	ext := path.Ext(name)
	numbered := strings.TrimSuffix(name, ext) + "-" + p.shard.String() + ext
	switch {
	case strings.Contains(name, "*"):
		return strings.Replace(name, "*", p.shard.String(), 1)
	case p.shard.Split() && !strings.Contains(name, "-"+p.shard.String()):
		return numbered
	case !p.shard.Split() && !p.declares(name) && p.declares(numbered):
		return numbered
	}
	return name
}

// foreign lists what a folder holds that this stage cannot have made, with slashes; such a folder is never replaced
// or cleared. Hidden files are nobody's.
func (p *plan) foreign(dir string) (names []string, err error) {
	err = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || file == dir {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case e.IsDir() && attemptEntry.MatchString(e.Name()):
			return fs.SkipDir
		case e.IsDir() && p.holds(rel):
			return nil
		case e.IsDir():
			names = append(names, rel)
			return fs.SkipDir
		case strings.HasPrefix(e.Name(), "."), p.declares(rel), manifestLike(rel), rejectsLike(rel):
			return nil
		}
		names = append(names, rel)
		return nil
	})
	return names, err
}

// holds reports whether outputs are declared below the folder rel.
func (p *plan) holds(rel string) bool {
	return slices.ContainsFunc(p.outputs, func(o Output) bool {
		for dir := path.Dir(o.Name); dir != "."; dir = path.Dir(dir) {
			if ok, _ := path.Match(dir, rel); ok {
				return true
			}
		}
		return false
	})
}

// mine fails when the folder holds what this stage cannot have made, or belongs to another one.
func (p *plan) mine(dir string) error {
	for _, name := range []string{manifestName, manifest.MarkName} {
		m, err := manifest.Read(filepath.Join(dir, name)) // a mark reads as a manifest without outputs
		if err == nil && m.Stage != "" && m.Stage != p.stage {
			return fault.Usagef("%s: holds the output of stage %s; give another --out", dir, m.Stage)
		}
	}
	names, err := p.foreign(dir)
	if err != nil {
		return err
	}
	if len(names) > 0 {
		return fault.Usagef("%s: holds %s, which %s does not write, and would be replaced; give another --out or move it away",
			dir, names[0], p.stage)
	}
	return nil
}

// absolute is the path of the output folder with symbolic links followed as far as it exists.
func absolute(out string) (string, error) {
	abs, err := filepath.Abs(out)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	parent, err := absoluteParent(filepath.Dir(abs))
	return filepath.Join(parent, filepath.Base(abs)), err
}

func absoluteParent(dir string) (string, error) {
	if real, err := filepath.EvalSymlinks(dir); err == nil || dir == filepath.Dir(dir) {
		return real, err
	}
	parent, err := absoluteParent(filepath.Dir(dir))
	return filepath.Join(parent, filepath.Base(dir)), err
}

// apart fails when an input lies inside the output folder, where it could be replaced.
func (p *plan) apart() error {
	for _, in := range p.digests {
		for _, f := range in.Files {
			real, err := filepath.EvalSymlinks(filepath.FromSlash(f.Path))
			if err != nil {
				return err
			}
			if real, err = filepath.Abs(real); err != nil {
				return err
			}
			if strings.HasPrefix(real, p.out+string(os.PathSeparator)) {
				return fault.Usagef("--%s %s lies in the output folder; give another --out", in.Port, f.Path)
			}
		}
	}
	return nil
}
