package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// fitsFast reports whether a run from a model fits a choice without slots.
func (c choiceSettings) fitsFast(from []stages.Source) bool {
	had := func(m stages.Source) bool { return len(matching(m, fastFile)) > 0 }
	return c.Fast == switchOn || c.Fast == switchAuto && slices.ContainsFunc(from, had)
}

// fitFast fits the choice without slots to the documents of the choice and writes it, if the settings ask for one. from is the model
// that the run starts from. It warns where there can be none.
func fitFast(ctx context.Context, t *stages.Task, c choiceSettings, with phrase.Companions, from []stages.Source, documents choice.Documents) error {
	if !c.fitsFast(from) {
		return nil
	}
	without := "the model will have no " + fastFile + ", and infer --speed fast will refuse it"
	if !with.Known.Words() {
		t.Log.Warn("without counts of words in training documents every run of words would be a candidate (--known is 0, or " + knownFile + " has none): " + without)
		return nil
	}
	start := time.Now()
	f := &choice.Fitter{Network: slots.Network{Companions: with, Workers: kernel.NewWorkers(t.Threads)}, Most: c.ChoiceDocuments}
	end := show(t, f, "fast choice")
	m, err := f.FitText(ctx, documents)
	end()
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		t.Log.Warn(few.Error() + ": " + without)
		return nil
	}
	if err != nil {
		return err
	}
	t.Log.Info("choice for --speed fast fitted", about(m, start)...)
	return t.Fill(fastFile, m.Write)
}

// show shows the progress of a fit. The returned function ends the display.
func show(t *stages.Task, f *choice.Fitter, of string) (end func()) {
	var progress *stages.Progress
	f.Begin = func(n int64) { progress = t.Progress("fit "+of, "documents", n) }
	f.Step = func(n int64) { progress.Add(n) }
	f.Learn = func(steps int64) func() {
		progress.Done()
		progress = t.Progress("grow trees of the "+of, "steps", steps)
		return func() { progress.Add(1) }
	}
	return func() {
		if progress != nil {
			progress.Done()
		}
	}
}
