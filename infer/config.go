package main

import (
	"errors"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

// Config has the settings of a run over files. Settings marked free change only time and memory, never a row.
type Config struct {
	corpus.Settings
	label.Options
	readSettings
	listSettings

	Limit int64 `key:"limit" range:"[0,)" help:"label only the first N documents; 0: all"`
	// PartDocuments determines the content of each file.
	PartDocuments int64 `key:"part_documents" range:"[0,)" help:"documents per part; 0: one part"`
	Slots         bool  `key:"slots" help:"also write the output of every slot"`
	exportSettings
}

// StreamConfig has the settings of infer stream.
type StreamConfig struct {
	Columns     []string `key:"columns" help:"names of your columns: id=paper_id,title=name,text=summary"`
	Boilerplate string   `key:"boilerplate" choices:"drop,keep" help:"sentences of publishers and funders, labels of sections, lines of keywords: drop (not read) or keep"`
	label.Options
	readSettings
	listSettings
}

// Settings of exports, under names that let a Config embed those of other packages, too.
type (
	exportSettings = export.Settings
	tableSettings  = export.Tables
)

// readSettings determine which phrases exports have. Predictions have all of them, for score.
type readSettings struct {
	Absent string `key:"absent" help:"absent phrases in exports: those of at least a score, all or none; auto: 0.1, or all with --choose slots and total=N"`
}

func defaultReading() readSettings { return readSettings{Absent: export.AutoAbsent} }

// check refuses what is neither a score nor a word.
func (c readSettings) check() error {
	_, err := export.ParseAbsent(c.Absent, true, "")
	return err
}

func defaults() Config {
	return Config{Settings: corpus.DefaultSettings(), Options: label.DefaultOptions(), PartDocuments: 10000, exportSettings: export.Defaults(), readSettings: defaultReading()}
}

// over returns the settings of a run over a stream.
func (c StreamConfig) over() Config {
	all := defaults()
	all.Format, all.Columns, all.Boilerplate = string(corpus.Arrow), c.Columns, c.Boilerplate
	all.Options, all.readSettings, all.listSettings = c.Options, c.readSettings, c.listSettings
	return all
}

// check refuses settings that contradict each other.
func (c Config) check() error {
	return errors.Join(c.Settings.Check(true), c.Options.Check(), c.readSettings.check(), c.exportSettings.Check())
}
