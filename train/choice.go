package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// validDocuments are the validation documents of the data; where there are none because single files were given, these.
func validDocuments(src stages.Source) []string {
	if found := matching(src, validFiles); len(found) > 0 || src.Dir != "" {
		return found
	}
	return matching(src, "*.parquet")
}

// fitChoice fits the choice of phrases to the parameters in a model folder and writes it. Documents that do not suffice
// are a *fit.TooFewError.
func fitChoice(ctx context.Context, t *stages.Task, c choiceSettings, dir string, vocabulary *text.Vocabulary, known *choose.Known, documents []string) error {
	start := time.Now()
	n, err := model.Disk(dir).Network()
	if err != nil {
		return err
	}
	network, ok := model.Slots(n)
	if !ok {
		return errors.New("a choice is among the phrases of slots, and the network has none")
	}
	workers := kernel.NewWorkers(t.Threads)
	network.Pack(workers)
	var progress *stages.Progress
	f := newFitter(slots.Network{Model: network, Vocabulary: vocabulary, Workers: workers, Known: known}, c)
	if c.Extract == switchOn && !f.Network.Runs {
		t.Log.Warn("runs of the text are no candidates of the choice, for nothing is known of words: --known is 0, or " + knownFile +
			" counts none; a refit of a model folder without that file counts anew, from the training documents of --data")
	}
	f.Begin = func(n int64) { progress = t.Progress("fit choice", "documents", n) }
	f.Step = func(n int64) { progress.Add(n) }
	m, err := f.Fit(ctx, documents)
	if progress != nil {
		progress.Done()
	}
	if err != nil {
		return err
	}
	t.Log.Info("choice of phrases fitted", "documents", m.Documents, "present", m.Present.Candidates, "absent", m.Absent.Candidates,
		"present_ece", m.Present.After.ECE, "absent_ece", m.Absent.After.ECE, "present_f1", m.Present.MeasuredF1, "absent_f1", m.Absent.MeasuredF1,
		"seconds", time.Since(start).Round(time.Millisecond).Seconds()) // by cross-validation, see choose.Kind.Before
	t.Note("choice_documents", m.Documents)
	return t.Fill(choiceFile, m.Write)
}

// newFitter hands the settings to the fit.
func newFitter(n slots.Network, c choiceSettings) *choice.Fitter {
	n.Runs = c.Extract == switchOn && n.Known.Words()
	return &choice.Fitter{Network: n, Most: c.ChoiceDocuments, Branching: c.branching()}
}

// branching is how alternatives are written: three times as many leave later as at the first word, for on real abstracts
// these find more keyphrases each, and below one in a thousand they hardly find any.
func (c choiceSettings) branching() choose.Branching {
	if c.Alternatives == 0 {
		return choose.Branching{}
	}
	return choose.Branching{First: c.Alternatives, Later: 3 * c.Alternatives, Least: 0.001}
}

// choosePhrases fits the choice to what was trained, if it can be.
func choosePhrases(ctx context.Context, t *stages.Task, c choiceSettings, d data, known *choose.Known) error {
	documents := validDocuments(t.Input("data")[0])
	switch {
	case c.ChoiceDocuments == 0:
		return nil
	case len(documents) == 0:
		return unfitted(t, known, "there are no validation documents")
	}
	// From the files of the output, which infer will read: the model at hand has the last parameters, not the best.
	err := fitChoice(ctx, t, c, t.Dir(), d.vocabulary, known, documents)
	few := (*fit.TooFewError)(nil)
	if !errors.As(err, &few) {
		return err
	}
	return unfitted(t, known, few.Error())
}

// unfitted ends a run whose choice cannot be fitted.
func unfitted(t *stages.Task, known *choose.Known, why string) error {
	kept, err := keepChoice(t, known)
	switch {
	case err != nil:
		return err
	case kept:
		t.Log.Warn(why + ": the model keeps the " + choiceFile + " of --init-from, whose probabilities are those of other documents")
	default:
		t.Log.Warn(why + ": the model will have no " + choiceFile + ", and infer will label as slots say")
	}
	return nil
}

// keepChoice takes the choice over from the model of --init-from, if it has one that goes with the known phrases.
func keepChoice(t *stages.Task, known *choose.Known) (kept bool, err error) {
	var paths []string
	for _, src := range t.Input("init-from") {
		paths = append(paths, matching(src, choiceFile)...)
	}
	if len(paths) == 0 {
		return false, nil
	}
	m, err := readChoice(paths[0])
	if err != nil || m.Known != known.Digest() {
		return false, err
	}
	return true, t.Fill(choiceFile, copyOf(paths[0]))
}

func readChoice(path string) (*choose.Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return choose.Read(path, f)
}
