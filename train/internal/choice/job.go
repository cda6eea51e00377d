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
// without slots: the fast one, if the settings ask for it, and that of the tagger, if there is one. The files of the output are what infer
// will read: in 8 bits the network differs slightly from the one that was trained, and a model in memory has the last parameters, not the
// best. If the documents are too few, the error is a *fit.TooFewError.
func (j *Job) Fit(ctx context.Context, vocabulary *text.Vocabulary, documents Documents, dump bool) error {
	n, err := model.Disk(j.task.Dir()).Network()
	if err != nil {
		return err
	}
	network, ok := model.Slots(n)
	if !ok {
		return errors.New("the choice needs a network with slots, and this one has none")
	}
	untagged := j.with
	untagged.Tagger = nil
	f := j.fitter(slots.Network{Model: network, Vocabulary: vocabulary, Companions: untagged})
	network.Pack(f.Network.Workers)
	if j.settings.Runs() && !f.Network.Runs {
		j.task.Log.Warn("runs of words of the text are not candidates of the choice, because it knows no words: --known is 0, or " + model.KnownFile +
			" has none; to count them in the training documents of --data, refit a model folder without that file")
	}
	if dump {
		f.Dump = func(of *table.Table) error { return j.task.Fill(setting.TableFile, of.Write) }
	}
	start := time.Now()
	m, err := f.Fit(ctx, documents)
	if err != nil {
		return err
	}
	j.task.Note("choice_documents", m.Documents)
	if err := j.write(m, model.ChoiceFile, "choice of phrases", start); err != nil {
		return err
	}
	if j.settings.FitsFast(j.from != nil && j.from.Has(model.FastFile)) {
		if err := j.fitText(ctx, documents, "fast", model.FastFile, untagged); err != nil {
			return err
		}
	}
	if j.with.Tagger == nil {
		return nil
	}
	j.with.Tagger.Prepare(f.Network.Workers, false)
	return j.fitText(ctx, documents, "best", model.BestFile, j.with)
}

// fitter returns a fit whose progress the task shows.
func (j *Job) fitter(n slots.Network) *Fitter {
	n.Workers = kernel.NewWorkers(j.task.Threads)
	f := NewFitter(n, j.settings)
	f.Show = func(what, unit string, total int64) (func(int64), func()) {
		p := j.task.Progress(what, unit, total)
		return p.Add, p.Done
	}
	return f
}

// write says and writes a fitted choice: measures by cross-validation, see choose.Kind.Before, and the time since its start.
func (j *Job) write(m *choose.Ranker, file, name string, start time.Time) error {
	j.task.Log.Info(name+" fitted", "documents", m.Documents, "present", m.Present.Candidates, "absent", m.Absent.Candidates,
		"present_ece", m.Present.After.ECE, "absent_ece", m.Absent.After.ECE, "present_f1", m.Present.MeasuredF1, "absent_f1", m.Absent.MeasuredF1,
		"seconds", time.Since(start).Round(time.Millisecond).Seconds())
	return j.task.Fill(file, m.Write)
}

// fitText fits a choice without slots, for a speed, and writes it. It warns where there can be none.
func (j *Job) fitText(ctx context.Context, documents Documents, speed, file string, with phrase.Companions) error {
	without := "the model will have no " + file + ", and infer --speed " + speed + " will refuse it"
	if !with.Known.Words() {
		j.task.Log.Warn("without counts of words in training documents every run of words would be a candidate (--known is 0, or " + model.KnownFile + " has none): " + without)
		return nil
	}
	start := time.Now()
	m, err := j.fitter(slots.Network{Companions: with}).FitText(ctx, documents, speed)
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		j.task.Log.Warn(few.Error() + ": " + without)
		return nil
	}
	if err != nil {
		return err
	}
	return j.write(m, file, "choice for --speed "+speed, start)
}

// FitOrKeep is Fit to the documents in files, unless the settings want none. If they are too few, it keeps the choice of the model that
// the run starts from, if there is one and it was fitted with the same companions, and warns why.
func (j *Job) FitOrKeep(ctx context.Context, vocabulary *text.Vocabulary, files []string) error {
	if j.settings.ChoiceDocuments == 0 {
		return nil
	}
	why := "there are no validation documents"
	if len(files) > 0 {
		err := j.Fit(ctx, vocabulary, Documents{Files: files}, false)
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
