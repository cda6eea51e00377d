package corpus

import "github.com/wrone2set/wrone2set/schemas"

// Task is the part of stages.Task that reading a corpus needs.
type Task interface {
	Open(path string) (schemas.File, error)
	Ended() error
	Rows(file string, n int64)
	Say(line string)
	Warn(line string)
}

// Source is the part of stages.Source that names files of a corpus. The files of a pair are a source and its target.
type Source interface {
	Paths() (files []string, pair bool)
	Folder() string // the folder of the files, if a folder is the source
}

// Reading returns the Options of the settings with which a task reads.
func (s Settings) Reading(label bool, t Task) Options {
	o := s.Options(label, t.Say)
	o.By, o.Ended, o.Warn = t.Open, t.Ended, t.Warn
	return o
}

// Of returns the set of all files of the sources.
func Of[S Source](sources []S, o Options) (all Set) {
	for _, s := range sources {
		files, pair := s.Paths()
		o.Folder = s.Folder()
		all = append(all, Files(files, pair, o)...)
	}
	return all
}

// Begin returns the records of the sources, with keyphrases, in batches, and what gives them their ids. Its errors are those of
// Suit.
func Begin[S Source](s Settings, t Task, sources []S) (*Batches, *IDs, error) {
	set := Of(sources, s.Reading(false, t))
	if err := s.Suit(set); err != nil {
		return nil, nil, err
	}
	return &Batches{Set: set, End: t.Rows}, s.IDs(set), nil
}
