package choice

import (
	"context"
	"errors"
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
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// Job writes the choice of the model folder that is the output of a task, and what it is fitted with.
type Job struct {
	task     *stages.Task
	settings setting.Choice
	from     *model.Folder // the model that the run starts from, nil for a new one
	with     phrase.Companions
}

// Begin begins with what the choice is fitted with, and writes it: that of the model that the run starts from, else what the
// training documents of --data give. The tagger is that of --tagger before that of the model.
func Begin(ctx context.Context, t *stages.Task, c setting.Choice, from, tagger *model.Folder) (*Job, error) {
	j := &Job{task: t, settings: c, from: from}
	var err error
	if j.with.Known, err = j.known(ctx); err != nil {
		return nil, err
	}
	if j.with.Neighbours, err = j.neighbours(ctx); err != nil {
		return nil, err
	}
	j.with.Tagger, err = j.tagger(tagger)
	return j, err
}

// Fit fits the choice of phrases to the network in the output and writes it; with dump, the candidates too. Then it fits the choices
// without slots; see fitTexts. The files of the output are what infer will read: in 8 bits the network differs slightly from the one
// that was trained, and a model in memory has the last parameters, not the best. If the documents are too few, the error is a
// *fit.TooFewError.
func (j *Job) Fit(ctx context.Context, vocabulary *text.Vocabulary, documents Documents, dump bool) error {
	start := time.Now()
	n, err := model.Disk(j.task.Dir()).Network()
	if err != nil {
		return err
	}
	network, ok := model.Slots(n)
	if !ok {
		return errors.New("the choice needs a network with slots, and this one has none")
	}
	workers := kernel.NewWorkers(j.task.Threads)
	network.Pack(workers)
	f := NewFitter(slots.Network{Model: network, Vocabulary: vocabulary, Workers: workers, Companions: j.untagged()}, j.settings)
	if j.settings.Runs() && !f.Network.Runs {
		j.task.Log.Warn("runs of words of the text are not candidates of the choice, because it knows no words: --known is 0, or " + model.KnownFile +
			" has none; to count them in the training documents of --data, refit a model folder without that file")
	}
	if dump {
		f.Dump = func(of *table.Table) error { return j.task.Fill(setting.TableFile, of.Write) }
	}
	end := show(j.task, f, "choice")
	m, err := f.Fit(ctx, documents)
	end()
	if err != nil {
		return err
	}
	j.task.Log.Info("choice of phrases fitted", about(m, start)...)
	j.task.Note("choice_documents", m.Documents)
	if err := j.task.Fill(model.ChoiceFile, m.Write); err != nil {
		return err
	}
	return j.fitTexts(ctx, documents)
}

// untagged returns the companions of a choice without a tagger.
func (j *Job) untagged() phrase.Companions {
	return phrase.Companions{Known: j.with.Known, Neighbours: j.with.Neighbours}
}

// fitTexts fits the choices without slots to the documents and writes them: the fast one, if the settings ask for it, and that of the
// tagger, if there is one.
func (j *Job) fitTexts(ctx context.Context, documents Documents) error {
	if j.settings.FitsFast(j.from != nil && j.from.Has(model.FastFile)) {
		if err := j.fitText(ctx, documents, "fast", model.FastFile, j.untagged()); err != nil {
			return err
		}
	}
	if j.with.Tagger == nil {
		return nil
	}
	j.with.Tagger.Prepare(kernel.NewWorkers(j.task.Threads), false)
	return j.fitText(ctx, documents, "best", model.BestFile, j.with)
}

// fitText fits a choice without slots, for a speed, and writes it. It warns where there can be none.
func (j *Job) fitText(ctx context.Context, documents Documents, speed, file string, with phrase.Companions) error {
	without := "the model will have no " + file + ", and infer --speed " + speed + " will refuse it"
	if !with.Known.Words() {
		j.task.Log.Warn("without counts of words in training documents every run of words would be a candidate (--known is 0, or " + model.KnownFile + " has none): " + without)
		return nil
	}
	start := time.Now()
	f := NewFitter(slots.Network{Companions: with, Workers: kernel.NewWorkers(j.task.Threads)}, j.settings)
	end := show(j.task, f, speed+" choice")
	m, err := f.FitText(ctx, documents)
	end()
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		j.task.Log.Warn(few.Error() + ": " + without)
		return nil
	}
	if err != nil {
		return err
	}
	j.task.Log.Info("choice for --speed "+speed+" fitted", about(m, start)...)
	return j.task.Fill(file, m.Write)
}

// FitOrKeep is Fit to the documents in files, unless the settings want none. If they are too few, it keeps the choice of the model that
// the run starts from, if there is one and it was fitted with the same companions, and warns why.
func (j *Job) FitOrKeep(ctx context.Context, vocabulary *text.Vocabulary, files []string) error {
	if j.settings.ChoiceDocuments == 0 {
		return nil
	}
	why := "there are no validation documents"
	if len(files) > 0 {
		err := j.Fit(ctx, vocabulary, InFiles(files), false)
		few := (*fit.TooFewError)(nil)
		if !errors.As(err, &few) {
			return err
		}
		why = few.Error()
	}
	if j.from != nil {
		m, err := j.from.Choice()
		if err != nil {
			return err
		}
		if m != nil && j.with.Fit(m) {
			j.task.Log.Warn(why + ": the model keeps the " + model.ChoiceFile + " of --init-from, whose probabilities were fitted to other documents")
			return Keep(j.task, *j.from)
		}
	}
	j.task.Log.Warn(why + ": the model will have no " + model.ChoiceFile + ", and infer will print what the slots write")
	return nil
}

// NewFitter returns the fit that the settings ask for.
func NewFitter(n slots.Network, c setting.Choice) *Fitter {
	n.Runs = c.Runs() && n.Known.Words()
	return &Fitter{Network: n, Most: c.ChoiceDocuments, Branching: c.Branching(), Shortlist: c.Shortlist}
}

// about lists what there is to say of a fitted choice: measures by cross-validation, see choose.Kind.Before, and the time since its start.
func about(m *choose.Ranker, start time.Time) []any {
	return []any{"documents", m.Documents, "present", m.Present.Candidates, "absent", m.Absent.Candidates,
		"present_ece", m.Present.After.ECE, "absent_ece", m.Absent.After.ECE, "present_f1", m.Present.MeasuredF1, "absent_f1", m.Absent.MeasuredF1,
		"seconds", time.Since(start).Round(time.Millisecond).Seconds()}
}

// show shows the progress of a fit. The returned function ends the display.
func show(t *stages.Task, f *Fitter, of string) (end func()) {
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
