package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/random"
)

// part is a set that receives documents of a corpus, with its files. With valid_share a training corpus has a second
// part, for validation.
type part struct {
	set
	files *documentFiles
}

// parts are those of a set; its own comes first.
type parts []part

// kept are documents of one shard, by part.
type kept struct {
	shard     int
	documents [][]schemas.Document
}

// parts returns the parts of a set whose own files are own.
func (p *preprocessor) parts(s set, own *documentFiles) parts {
	all := parts{{s, own}}
	if s.role == rule.Train && p.config.ValidShare > 0 {
		valid := set{name: "valid", role: rule.Valid, files: s.files}
		all = append(all, part{valid, &documentFiles{task: p.task, of: own.of,
			name: func(shard int) string { return shardName(valid.name, ".parquet", shard, own.of) }}})
	}
	return all
}

// write appends documents to the files of their parts.
func (all parts) write(k kept) error {
	for i, of := range all {
		if err := of.files.write(k.shard, k.documents[i]); err != nil {
			return err
		}
	}
	return nil
}

// number spills documents for their parts.
func (p *preprocessor) number(all parts, k kept) error {
	for i, of := range all {
		if err := p.spill(of.set, k.documents[i]); err != nil {
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

// splits refuses a valid_share without training documents, or beside another validation set.
func splits(c Config, all []set) error {
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

// sane fails if a part that must have documents is empty.
func (p *preprocessor) sane(of part) error {
	c := p.counts.of(of.name)
	p.task.Log.Info("read "+of.name, "rows", c.Read, "documents", c.Documents, "rejected", c.Rejected, "filtered", c.Read-c.Documents-c.Rejected)
	if c.Documents > 0 {
		return nil
	}
	bad := func(err error, remedy string) error {
		return &stages.InputError{File: of.set.files[0].Path, Err: err, Remedy: remedy}
	}
	share := p.config.ValidShare
	switch {
	case of.role == rule.Valid && share > 0:
		return bad(fmt.Errorf("no document of %d is among the share of %g for validation", p.counts.of("train").Documents, share),
			"give more documents or a larger --valid-share")
	case of.role != rule.Train:
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
