package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
)

// split is a set that receives documents of a corpus, with its files. With valid_share, a training corpus has two splits:
// training and validation.
type split struct {
	set
	files *documentFiles
}

// splits are those of a corpus; the set that the corpus was given for comes first.
type splits []split

// kept holds the documents of a batch that remain, by split, and the number of the file that they go into.
type kept struct {
	file      int
	documents [][]schemas.Document
}

// splits returns the splits of a set whose own files are own.
func (p *preprocessor) splits(s set, own *documentFiles) splits {
	all := splits{{s, own}}
	if s.role == rule.Train && p.config.ValidShare > 0 {
		valid := set{name: "valid", role: rule.Valid, files: s.files}
		all = append(all, split{valid, &documentFiles{task: p.task, set: valid.name, of: own.of}})
	}
	return all
}

// write appends documents to the files of their splits.
func (all splits) write(k kept) error {
	for i, one := range all {
		if err := one.files.write(k.file, k.documents[i]); err != nil {
			return err
		}
	}
	return nil
}

// number spills documents for their splits.
func (p *preprocessor) number(all splits, k kept) error {
	for i, one := range all {
		if err := p.spill(one.set, k.documents[i]); err != nil {
			return err
		}
	}
	return nil
}

// held reports whether a training document is for validation. That depends on its id alone, not on its place, on other
// documents or on how the corpus is cut.
func (c Config) held(id string) bool {
	return c.ValidShare > 0 && random.Uniform(random.Named(0, 0, id), 0) < c.ValidShare
}

// validShare refuses a valid_share without training documents, or beside another validation set.
func validShare(c Config, all []set) error {
	if c.ValidShare == 0 {
		return nil
	}
	last := all[len(all)-1]
	for _, s := range all {
		if s.role == rule.Valid {
			return usage("--valid-share takes validation documents out of those of --train, and there are some already; give one of both")
		}
	}
	if last.role != rule.Train {
		return usage("--valid-share goes with --train: it takes validation documents out of those")
	}
	return nil
}

// notEmpty fails if a split that must have documents has none.
func (p *preprocessor) notEmpty(s split) error {
	c := p.counts.of(s.name)
	p.task.Log.Info("read "+s.name, "rows", c.Read, "documents", c.Documents, "rejected", c.Rejected, "filtered", c.Read-c.Documents-c.Rejected)
	bad := func(err error, remedy string) error {
		return &schemas.FileError{File: s.set.files[0].Path, Err: err, Remedy: remedy}
	}
	if s.role == rule.Train && c.Documents > 0 && c.Present+c.Absent == 0 {
		return bad(fmt.Errorf("no keyphrase of %d training documents is left", c.Documents), "name the column of keyphrases by --columns keywords=NAME, or give documents with keyphrases")
	}
	if c.Documents > 0 {
		return nil
	}
	share := p.config.ValidShare
	switch {
	case s.role == rule.Valid && share > 0:
		return bad(fmt.Errorf("no document of %d is among the share of %g for validation", p.counts.of("train").Documents, share),
			"give more documents or a larger --valid-share")
	case s.role != rule.Train:
		return nil
	case share > 0 && p.counts.of("valid").Documents > 0:
		return bad(fmt.Errorf("all documents, %d, are among the share of %g for validation", p.counts.of("valid").Documents, share),
			"give more documents or a smaller --valid-share")
	}
	err := fmt.Errorf("no training document is left of %d rows: %s", c.Read, c.causes())
	if c.Rejected > 0 {
		err = fmt.Errorf("%w; the last bad row: %w", err, p.leftOut.why)
	}
	return bad(err, "")
}
