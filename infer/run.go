package main

import (
	"context"
	"runtime/debug"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// heapPercent is how much garbage the heap may hold beside what is in use. Labelling allocates little, so that a smaller
// heap costs no time that one could measure; preprocess, which allocates much, would take a seventh longer.
const heapPercent = 50

// run labels the documents part by part, with one model for all of them.
func run(ctx context.Context, t *stages.Task, c Config) error {
	if err := streamable(t, c); err != nil {
		return err
	}
	return ready(t, c, func(m *opened, mode choose.Mode) error { return labelAll(ctx, t, m, c, mode) })
}

// ready opens the model, checks that it suits the settings, and hands it to label.
func ready(t *stages.Task, c Config, label func(*opened, choose.Mode) error) error {
	defer debug.SetGCPercent(debug.SetGCPercent(heapPercent))
	m, err := openModel(t.Input("model")[0])
	if err != nil {
		return err
	}
	if err := m.suits(t, c); err != nil {
		return err
	}
	mode, err := m.mode(t, c)
	if err != nil {
		return err
	}
	return label(m, mode)
}

// labeller makes the network ready.
func (m *opened) labeller(t *stages.Task, c Config, mode choose.Mode) *labeller {
	o := m.options(kernel.NewWorkers(t.Threads), c, mode)
	o.Ended = t.Ended
	l := m.network.Labeller(o)
	return &labeller{Labeller: l, mode: mode, config: c, threads: t.Threads}
}

// labelAll labels documents into files, or into one export.
func labelAll(ctx context.Context, t *stages.Task, m *opened, c Config, mode choose.Mode) error {
	in, err := openSource(t, c)
	if err != nil {
		return err
	}
	defer in.close()
	parts, err := t.Cut(ctx, func() ([]byte, int, error) { return in.cut(ctx, t) })
	if err != nil || len(parts.Todo) == 0 {
		return err
	}
	left, err := in.begin(t, parts)
	if err != nil {
		return err
	}
	l := m.labeller(t, c, mode)
	progress := t.Progress("label", "documents", left)
	defer progress.Done()
	for _, i := range parts.Todo {
		if err := parts.Make(ctx, i, func(part *stages.Task) error { return l.part(ctx, part, m, in, progress) }); err != nil {
			return err
		}
	}
	return nil
}

// part labels the documents of a part, a window at a time. While a window is labelled the next one is read, cut into
// tokens and encoded.
func (l *labeller) part(ctx context.Context, t *stages.Task, m *opened, from *source, progress *stages.Progress) error {
	in, err := from.part(t)
	if err != nil {
		return err
	}
	if from.parts == nil {
		defer in.Close()
	}
	out, err := create(t, l.config, from.layout)
	if err != nil {
		return err
	}
	defer out.abort()
	t.Note("choose", l.mode.String())
	// Room for one: a window is labelled while one is filled, and memory holds no third. The deferred Close waits for the
	// labelling on every way out, before a file is dropped that it still writes.
	label := rows.NewBehind(1, func(items []item) error {
		if err := l.label(ctx, items, func(n int) { progress.Add(int64(n)) }); err != nil {
			return folderOf(t.Input("model")[0]).Unusable(err)
		}
		return out.write(items)
	})
	defer label.Close()
	w := &windows{task: t, in: in, size: l.config.Window, send: label.Send}
	if err := rows.Map(ctx, t.Threads, in.Next, m.releasing(in, l.config), w.add); err != nil {
		return err
	}
	if err := w.end(); err != nil {
		return err
	}
	if err := label.Close(); err != nil {
		return err
	}
	t.Note("documents_empty", w.empty)
	t.Note("documents_cut", w.cut)
	t.Note("phrases", out.phrases)
	t.Note("phrases_duplicate", out.duplicates)
	return out.close()
}
