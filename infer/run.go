package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/part"
	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// heapPercent is GOGC: the garbage that the heap may hold, in percent of the memory in use. Labelling allocates so little that a
// smaller heap costs no measurable time. (preprocess, which allocates much, would take a seventh longer.)
const heapPercent = 50

// readPercent is GOGC while the model is read and prepared, since nearly all that is allocated then stays in use.
const readPercent = 400

// doubtfulNote is the note of the manifest that counts doubtful documents, by reason.
const doubtfulNote = "documents_doubtful"

// run labels the documents part by part, with one model for all of them.
func run(ctx context.Context, t *stages.Task, c Config) error {
	if err := c.Streamable(t); err != nil {
		return err
	}
	if t.Streams() && c.Slots {
		return &stages.UsageError{Err: errors.New("--out - writes one export and nothing else: leave --slots out")}
	}
	var err error
	if c.Lists, err = c.listSettings.read(ctx, t); err != nil {
		return err
	}
	return ready(t, c, func(m *label.Model, c Config) error { return labelAll(ctx, t, m, c) })
}

// ready opens the model, checks that it suits the settings, and hands both to do.
func ready(t *stages.Task, c Config, do func(*label.Model, Config) error) error {
	defer debug.SetGCPercent(debug.SetGCPercent(readPercent))
	source := t.Input("model")[0]
	if source.Dir == "" && source.FS == nil {
		return &stages.UsageError{Err: fmt.Errorf("--model %s: want the folder that train wrote", source.Spec)}
	}
	m, err := label.Read(model.Folder{Name: source.Spec, Path: source.Path, Open: source.Open}, c.Speed)
	if err != nil {
		return err
	}
	c.Threads, c.Options.Slots = t.Threads, c.Slots
	if _, err := m.Rule(c.Options); err != nil {
		return err
	}
	if !m.Chooses() && c.Choose == "" && !c.Released {
		t.Log.Info("the model has no "+model.ChoiceFile+": its slots choose the phrases, and scores are mean probabilities of words, not probabilities that a phrase is right", "model", source.Spec, "choose", rank.Slots)
	}
	if m.Tagged() && c.Speed == label.Normal {
		t.Log.Info("the model has a tagger: --speed best labels with it, more slowly and with more right phrases", "model", source.Spec)
	}
	if m.Sample() {
		t.Log.Warn("the model was trained on the made-up sample of preprocess --sample: what it says about real documents means nothing", "model", source.Spec)
	}
	if err := like(t, m, c); err != nil {
		return err
	}
	return do(m, c)
}

// labellerOf prepares the network of the model for labelling. From then on the heap is kept small.
func labellerOf(m *label.Model, o label.Options) (*label.Labeller, error) {
	l, err := m.Labeller(o)
	debug.SetGCPercent(heapPercent)
	return l, err
}

// labelAll labels documents into files, or into one export.
func labelAll(ctx context.Context, t *stages.Task, m *label.Model, c Config) error {
	var l *label.Labeller // made for the first part, so that a finished run does not prepare the network
	all := &reached{}
	old, err := reuse.Open(ctx, t, schemas.Predictions)
	if err != nil {
		return err
	}
	defer old.Close()
	from := part.Settings{Documents: c.Settings, Reading: c.reading(t), Exports: c.exportSettings, Kind: export.OfPhrases(c.ExportScores), Limit: c.Limit,
		Size: c.PartDocuments, Single: c.Window < prompt, Named: old.Names()}
	err = part.Each(ctx, t, from, func(of *stages.Task, in *part.Documents, progress *stages.Progress) (err error) {
		if l == nil {
			if l, err = labellerOf(m, c.Options); err != nil {
				return err
			}
		}
		return labelPart(ctx, of, m, l, c, in, progress, all, old)
	})
	if err == nil {
		all.warn(t.Log)
		old.Say(t)
		if c.Lists != nil {
			t.Log.Info("phrases struck by --only and --never, which would have been chosen", "phrases", c.Lists.Struck())
		}
	}
	return err
}

// labelPart labels the documents of a part, a window at a time, and counts them in all. While it labels a window, it reads,
// tokenises and encodes the next one.
func labelPart(ctx context.Context, t *stages.Task, m *label.Model, l *label.Labeller, c Config, in *part.Documents, progress *stages.Progress, all *reached, old *reuse.Earlier[schemas.Prediction]) error {
	absent, err := export.ParseAbsent(c.Absent, l.Calibrated(), l.Rule().String())
	if err != nil {
		return err
	}
	struck := l.Struck()
	out, err := create(t, c, in.Layout, absent, all)
	defer out.Abort()
	if err != nil {
		return err
	}
	t.Note(labelled.ChooseNote, l.Rule().String())
	if l.Calibrated() {
		t.Note(labelled.ScoresNote, labelled.Probabilities)
	}
	// One window is labelled while the next is filled; a third would only take memory. The deferred Close waits for the labelling
	// on every return, before files are dropped that it still writes.
	behind := rows.NewBehind(1, func(window []outcome) error {
		if err := complete(ctx, l, old, window, func(n int) { progress.Add(int64(n)) }); err != nil {
			return err
		}
		return out.write(window)
	})
	defer behind.Close()
	w := &windows{task: t, in: in, of: c.Options, old: old, send: behind.Send}
	if err := rows.Map(ctx, t.Threads, in.Next, reader(m, c, old), w.add); err != nil {
		return err
	}
	if err := w.end(); err != nil {
		return err
	}
	if err := behind.Close(); err != nil {
		return err
	}
	reuse.Origin(t, w.tokens)
	old.Note(t)
	t.Note("documents_empty", out.empty)
	t.Note("documents_cut", out.reached.cut.n)
	t.Note(doubtfulNote, out.reached.reasons)
	t.Note("documents_with_boilerplate", out.reached.left)
	t.Note("phrases", out.phrases)
	t.Note("phrases_duplicate", out.duplicates)
	if n := l.Struck() - struck; c.listSettings != (listSettings{}) {
		t.Note("phrases_struck", n)
	}
	if err := out.Close(); err != nil {
		return err
	}
	out.exports.Warn()
	return nil
}
