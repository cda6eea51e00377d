package stages

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// spared refuses to replace a finished output of which another mode makes what is asked for; see Stage.Remade. Hours of work
// would be done again, and files removed that somebody uses.
func (j *job) spared() error {
	if len(j.remade) == 0 || j.stream || j.output.Force {
		return nil
	}
	dir := j.output.Dir
	if _, err := manifest.Read(j.store, store.Join(dir, manifest.Name)); err != nil {
		return fault.System(err) // not finished, or not readable: what happens to it is another matter
	}
	mark, err := manifest.ReadMark(j.store, dir)
	if err != nil {
		return fault.System(err)
	}
	mark.Shards = j.output.Mark.Shards // how it was cut is not known yet
	mark.Key = j.output.Mark.Key
	diffs := mark.Differences(&j.output.Mark)
	others := slices.ContainsFunc(diffs, func(d string) bool {
		key, _, _ := strings.Cut(d, " ")
		return !slices.Contains(j.remade, key)
	})
	if len(diffs) == 0 || others {
		return nil
	}
	return fault.Usagef("%s: is finished, with %s; %s makes the other files from it without that work, and --force makes all again", dir, strings.Join(diffs, "; "), j.remadeBy)
}
