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
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	table "github.com/wrone2set/wrone2set/stages/model/rank/fit"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// validDocuments returns the files of validation documents in the data. If the data are single files, none of which has the
// name of such a file, it returns them all.
func validDocuments(src stages.Source) []string {
	if found := matching(src, validFiles); len(found) > 0 || src.Dir != "" {
		return found
	}
	return matching(src, "*.parquet")
}

// fitChoice fits the choice of phrases to the network in the output and writes it; with dump, the candidates too. The files of the output
// are what infer will read: in 8 bits the network differs slightly from the one that was trained, and a model in memory has the last
// parameters, not the best. If the documents are too few, the error is a *fit.TooFewError.
func fitChoice(ctx context.Context, t *stages.Task, c choiceSettings, vocabulary *text.Vocabulary, with phrase.Companions, documents choice.Documents, dump bool) error {
	start := time.Now()
	n, err := model.Disk(t.Dir()).Network()
	if err != nil {
		return err
	}
	network, ok := model.Slots(n)
	if !ok {
		return errors.New("the choice needs a network with slots, and this one has none")
	}
	workers := kernel.NewWorkers(t.Threads)
	network.Pack(workers)
	f := newFitter(slots.Network{Model: network, Vocabulary: vocabulary, Workers: workers, Companions: with}, c)
	if c.Extract == switchOn && !f.Network.Runs {
		t.Log.Warn("runs of words of the text are not candidates of the choice, because it knows no words: --known is 0, or " + knownFile +
			" has none; to count them in the training documents of --data, refit a model folder without that file")
	}
	end := show(t, f, "choice")
	if dump {
		f.Dump = func(of *table.Table) error { return t.Fill(tableFile, of.Write) }
	}
	m, err := f.Fit(ctx, documents)
	end()
	if err != nil {
		return err
	}
	t.Log.Info("choice of phrases fitted", about(m, start)...)
	t.Note("choice_documents", m.Documents)
	return t.Fill(choiceFile, m.Write)
}

// about lists what there is to say of a fitted choice: measures by cross-validation, see choose.Kind.Before, and the time since its start.
func about(m *choose.Ranker, start time.Time) []any {
	return []any{"documents", m.Documents, "present", m.Present.Candidates, "absent", m.Absent.Candidates,
		"present_ece", m.Present.After.ECE, "absent_ece", m.Absent.After.ECE, "present_f1", m.Present.MeasuredF1, "absent_f1", m.Absent.MeasuredF1,
		"seconds", time.Since(start).Round(time.Millisecond).Seconds()}
}

// newFitter returns the fit that the settings ask for.
func newFitter(n slots.Network, c choiceSettings) *choice.Fitter {
	n.Runs = c.Extract == switchOn && n.Known.Words()
	return &choice.Fitter{Network: n, Most: c.ChoiceDocuments, Branching: c.branching(), Shortlist: c.Shortlist}
}

// branching returns how slots write alternatives. Three times as many branch at a later word as at the first, because on
// real abstracts each of them finds more keyphrases. Below a probability of 0.001 alternatives find hardly any. Slots that begin with
// the same word are decoded as one: a tenth less time, and F1 on validation documents within .004.
func (c choiceSettings) branching() choose.Branching {
	if c.Alternatives == 0 {
		return choose.Branching{}
	}
	return choose.Branching{First: c.Alternatives, Later: 3 * c.Alternatives, Least: 0.001, Merge: true}
}

// choosePhrases fits the choice to the trained network, or keeps the choice of --init-from if the documents are too few.
func choosePhrases(ctx context.Context, t *stages.Task, c choiceSettings, d data, with phrase.Companions) error {
	documents := validDocuments(t.Input("data")[0])
	switch {
	case c.ChoiceDocuments == 0:
		return nil
	case len(documents) == 0:
		return unfitted(t, with, "there are no validation documents")
	}
	err := fitChoice(ctx, t, c, d.vocabulary, with, choice.InFiles(documents), false)
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return unfitted(t, with, few.Error())
	}
	if err != nil {
		return err
	}
	return fitFast(ctx, t, c, with, t.Input("init-from"), choice.InFiles(documents))
}

// unfitted ends a run whose choice cannot be fitted, and warns why.
func unfitted(t *stages.Task, with phrase.Companions, why string) error {
	kept, err := keepChoice(t, with)
	switch {
	case err != nil:
		return err
	case kept:
		t.Log.Warn(why + ": the model keeps the " + choiceFile + " of --init-from, whose probabilities were fitted to other documents")
	default:
		t.Log.Warn(why + ": the model will have no " + choiceFile + ", and infer will print what the slots write")
	}
	return nil
}

// keepChoice copies the choice of the model of --init-from, and that without slots, if there is one and it was fitted with the same
// known phrases and neighbours.
func keepChoice(t *stages.Task, with phrase.Companions) (kept bool, err error) {
	for _, src := range t.Input("init-from") {
		own := matching(src, choiceFile)
		if len(own) == 0 {
			continue
		}
		m, err := readChoice(own[0])
		if err != nil || !with.Fit(m) {
			return false, err
		}
		return true, keep(t, src, choiceFile, fastFile)
	}
	return false, nil
}

// keep copies the files with these names that the model which the run starts from has.
func keep(t *stages.Task, from stages.Source, names ...string) error {
	for _, name := range names {
		if own := matching(from, name); len(own) > 0 {
			if err := t.Fill(name, copyOf(own[0])); err != nil {
				return err
			}
		}
	}
	return nil
}

func readChoice(path string) (*choose.Ranker, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return choose.Read(path, f)
}
