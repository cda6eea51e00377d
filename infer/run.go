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
	return ready(ctx, t, c, func(l *labelling) error { return l.run(ctx, t) })
}

// labelling is a run with a model.
type labelling struct {
	model    *label.Model
	config   Config
	labeller *label.Labeller // nil before prepare
	absent   export.Absent   // in exports
	all      reached         // by all parts
	old      *reuse.Earlier[schemas.Prediction]
}

// ready reads the lists and opens the model, checks that it suits the settings, and hands all to do.
func ready(ctx context.Context, t *stages.Task, c Config, do func(*labelling) error) (err error) {
	if c.Lists, err = c.listSettings.read(ctx, t); err != nil {
		return err
	}
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
	l := &labelling{model: m, config: c}
	if err := l.like(t); err != nil {
		return err
	}
	return do(l)
}

// prepare prepares the network of the model for labelling, once. From then on the heap is kept small.
func (l *labelling) prepare() (err error) {
	if l.labeller != nil {
		return nil
	}
	l.labeller, err = l.model.Labeller(l.config.Options)
	debug.SetGCPercent(heapPercent)
	if err == nil {
		l.absent, err = export.ParseAbsent(l.config.Absent, l.labeller.Calibrated(), l.labeller.Rule().String())
	}
	return err
}

// say logs what was counted over all parts.
func (l *labelling) say(t *stages.Task) {
	l.all.warn(t.Log)
	if l.config.Lists != nil {
		t.Log.Info("phrases struck by --only and --never, which would have been chosen", "phrases", l.config.Lists.Struck())
	}
}

// run labels documents into files, or into one export.
func (l *labelling) run(ctx context.Context, t *stages.Task) (err error) {
	if l.old, err = reuse.Open(ctx, t, schemas.Predictions); err != nil {
		return err
	}
	defer l.old.Close()
	c := l.config
	from := part.Settings{Documents: c.Settings, Reading: c.reading(t), Exports: c.exportSettings, Kind: export.OfPhrases(c.ExportScores), Limit: c.Limit,
		Size: c.PartDocuments, Single: c.Window < prompt, Named: l.old.Names()}
	err = part.Each(ctx, t, from, func(of *stages.Task, in *part.Documents, progress *stages.Progress) error {
		if err := l.prepare(); err != nil { // here, so that a finished run does not prepare the network
			return err
		}
		return l.part(ctx, of, in, progress)
	})
	if err == nil {
		l.old.Say(t)
		l.say(t)
	}
	return err
}

// part labels the documents of a part, a window at a time, and counts them in all. While it labels a window, it reads, tokenises and
// encodes the next one.
func (l *labelling) part(ctx context.Context, t *stages.Task, in *part.Documents, progress *stages.Progress) error {
	struck := l.labeller.Struck()
	out, err := l.create(t, in.Layout)
	defer out.Abort()
	if err != nil {
		return err
	}
	t.Note(labelled.ChooseNote, l.labeller.Rule().String())
	if l.labeller.Calibrated() {
		t.Note(labelled.ScoresNote, labelled.Probabilities)
	}
	// One window is labelled while the next is filled; a third would only take memory. The deferred Close waits for the labelling
	// on every return, before files are dropped that it still writes.
	behind := rows.NewBehind(1, func(window []outcome) error {
		if err := l.complete(ctx, window, func(n int) { progress.Add(int64(n)) }); err != nil {
			return err
		}
		for i := range window {
			if err := out.add(&window[i].Item); err != nil {
				return err
			}
		}
		return nil
	})
	defer behind.Close()
	w := &windows{task: t, in: in, of: l, send: behind.Send}
	if err := rows.Map(ctx, t.Threads, in.Next, l.reader, w.add); err != nil {
		return err
	}
	if err := w.end(); err != nil {
		return err
	}
	if err := behind.Close(); err != nil {
		return err
	}
	reuse.Origin(t, w.tokens)
	l.old.Note(t)
	t.Note("documents_empty", out.empty)
	t.Note("documents_cut", out.reached.cut.n)
	t.Note(doubtfulNote, out.reached.reasons)
	t.Note("documents_with_boilerplate", out.reached.left)
	t.Note("phrases", out.phrases)
	t.Note("phrases_duplicate", out.duplicates)
	if l.config.Lists != nil {
		t.Note("phrases_struck", l.labeller.Struck()-struck)
	}
	if err := out.Close(); err != nil {
		return err
	}
	out.exports.Warn()
	return nil
}
