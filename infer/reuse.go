package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

// mostReused is the largest text, or id, of a document that gets an earlier row, in bytes. A longer one may be rejected under one id
// and not under another, since rows are limited.
const mostReused = 256 << 10

// Notes of the manifest that rows depend on, besides the settings.
const (
	originNote     = "documents_given_as" // text or tokens
	arithmeticNote = "arithmetic"
)

// reuseInput returns the input --reuse of a mode that writes such files.
func reuseInput(schema string, files ...string) stages.Input {
	return stages.Input{Name: "reuse", Schema: schema, Many: true, Remote: true, Files: files,
		Doc: "label only what this output lacks"}
}

// origin notes what a later run has to know to take rows of this one.
func origin(t *stages.Task, tokens bool) {
	given := "text"
	if tokens {
		given = "tokens"
	}
	t.Note(originNote, given)
	t.Note(arithmeticNote, arithmetic)
}

// tally counts documents by what earlier outputs have of them.
type tally struct{ reused, changed, fresh int64 }

// earlier are the outputs of --reuse, whose rows are of type R. All methods may be called of nil, which has none.
type earlier[R any] struct {
	index *reuse.Index
	rows  *reuse.Rows[R]
	slots *reuse.Rows[schemas.Slot] // nil without --slots
	part  tally
	whole tally // of all parts
}

// taken is what an earlier output has of a document.
type taken struct {
	found  bool
	row    uint32
	digest string
}

// openEarlier checks that the rows of --reuse are those that this run would make, and finds them. It returns nil without --reuse.
func openEarlier[R any](ctx context.Context, t *stages.Task, table schemas.Table[R]) (e *earlier[R], err error) {
	var files, slots []string
	for _, in := range t.Input("reuse") {
		if err := reusable(t, in); err != nil {
			return nil, err
		}
		for _, f := range in.Files {
			if strings.HasPrefix(f[strings.LastIndexAny(f, `/\`)+1:], "slots-") {
				slots = append(slots, f)
			} else {
				files = append(files, f)
			}
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	e = &earlier[R]{}
	if e.rows, err = reuse.NewRows(table, files, t.Open); err != nil {
		return nil, err
	}
	if e.index, err = reuse.NewIndex(ctx, table, files, t.Open); err != nil {
		return nil, err
	}
	if len(slots) > 0 {
		if e.slots, err = reuse.NewRows(schemas.Slots, slots, t.Open); err != nil {
			return nil, err
		}
		if err := e.index.Slots(ctx, slots, t.Open); err != nil {
			return nil, err
		}
	}
	e.index.Ready()
	return e, nil
}

// reusable fails if the rows of a folder of --reuse are not those that this run would make.
func reusable(t *stages.Task, in stages.Source) error {
	refuse := func(format string, args ...any) error {
		return &stages.UsageError{Err: fmt.Errorf("--reuse %s: "+format, append([]any{in.Spec}, args...)...)}
	}
	now := t.Mark()
	if in.Dir == "" {
		return refuse("want the folder of a finished output of %s", now.Stage)
	}
	then, err := in.Mark()
	if errors.Is(err, fs.ErrNotExist) {
		return refuse("has no .stage.json, which says what it was made from; copy the folder with it, hidden files included")
	} else if err != nil {
		return err
	}
	if then.Stage != now.Stage {
		return refuse("is an output of %s; want one of %s", then.Stage, now.Stage)
	}
	made, _, err := in.ProvenanceIn(in.Dir)
	if err != nil {
		return err
	}
	switch given := made.Noted(originNote); given {
	case "text":
	case "":
		return refuse("does not say whether its documents were of text, because an earlier version made it or its parts differ; leave --reuse out once")
	default:
		return refuse("its documents were given as %s, whose text does not say how it was cut; leave --reuse out", given)
	}
	before, after := then.Facts(), now.Facts()
	before[arithmeticNote], after[arithmeticNote] = made.Noted(arithmeticNote), arithmetic
	if all := reuse.Differences(before, after); len(all) > 0 {
		return refuse("was made otherwise, so that its rows are not those of this run: %s; give the same model and settings, or leave --reuse out to label all anew",
			strings.Join(all, "; "))
	}
	return nil
}

// names returns the function that receives the ids of the whole corpus.
func (e *earlier[R]) names() func(id string) {
	if e == nil {
		return nil
	}
	return func(id string) { e.index.Meet(id) }
}

// find looks for the row of a record, which may be read with an error. Any goroutine may call it.
func (e *earlier[R]) find(r *corpus.Record, err error) (old taken) {
	if e == nil || err != nil || r.Tokenized || len(r.ID) > mostReused || len(r.Title)+len(r.Body) > mostReused {
		return old
	}
	old.digest = r.Digest()
	old.row, old.found = e.index.Find(old.digest)
	return old
}

// meet counts a document, unless it is rejected. id is "" for a row that could not be read.
func (e *earlier[R]) meet(id string, accepted bool, old taken) {
	if e == nil || id == "" {
		return
	}
	known := e.index.Meet(id)
	switch {
	case !accepted:
	case old.found:
		e.part.reused++
	case known:
		e.part.changed++
	default:
		e.part.fresh++
	}
}

// note puts the counts of a part into its manifest. Ids that are gone are those of the whole corpus, noted with its first part.
func (e *earlier[R]) note(t *stages.Task) {
	if e == nil {
		return
	}
	t.Note("documents_reused", e.part.reused)
	t.Note("documents_changed", e.part.changed)
	t.Note("documents_new", e.part.fresh)
	if t.Part.Index == 0 {
		t.Note("documents_gone", e.index.Gone())
	}
	used := e.rows.Used()
	if e.slots != nil {
		used = append(used, e.slots.Used()...)
	}
	if t.Part.Of > 1 { // the manifests of a thousand parts need not list a thousand files each
		t.Uses("reuse", used)
	}
	e.whole.reused, e.whole.changed, e.whole.fresh = e.whole.reused+e.part.reused, e.whole.changed+e.part.changed, e.whole.fresh+e.part.fresh
	e.part = tally{}
}

// say adds the counts to the last line of the run.
func (e *earlier[R]) say(t *stages.Task) {
	if e != nil {
		t.Said("reused", e.whole.reused, "new", e.whole.fresh, "changed", e.whole.changed, "gone", e.index.Gone())
	}
}

// close closes the files.
func (e *earlier[R]) close() {
	if e == nil {
		return
	}
	e.rows.Close()
	if e.slots != nil {
		e.slots.Close()
	}
}

// fetch passes the earlier rows of n documents to set, in the order of their files.
func (e *earlier[R]) fetch(n int, old func(i int) taken, set func(i int, row R, slots []schemas.Slot) error) error {
	var order []int
	for i := range n {
		if old(i).found {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(old(a).row, old(b).row) })
	for _, i := range order {
		row, err := e.rows.At(int64(old(i).row))
		if err != nil {
			return err
		}
		var slots []schemas.Slot
		if e.slots != nil {
			for from, to := e.index.SlotsOf(old(i).row); from < to; from++ {
				s, err := e.slots.At(int64(from))
				if err != nil {
					return err
				}
				slots = append(slots, s)
			}
		}
		if err := set(i, row, slots); err != nil {
			return err
		}
	}
	return nil
}

// errMoved is the error for a row that is not the one that was found.
func errMoved(digest, want string) error {
	if digest == want {
		return nil
	}
	return errors.New("a file of --reuse changed while it was read; run the same command again")
}

// complete labels the documents of a window that have no earlier row, and takes the rows of the others.
func complete(ctx context.Context, l *label.Labeller, e *earlier[schemas.Prediction], window []outcome, step func(n int)) error {
	var fresh []label.Item
	for i := range window {
		if !window[i].old.found {
			fresh = append(fresh, window[i].Item)
		}
	}
	if err := l.Items(ctx, fresh, step); err != nil {
		return err
	}
	for i := range window {
		if o := &window[i]; !o.old.found {
			o.Item, fresh = fresh[0], fresh[1:]
		}
	}
	return e.fetch(len(window), func(i int) taken { return window[i].old }, func(i int, p schemas.Prediction, slots []schemas.Slot) error {
		o := &window[i]
		p.ID = o.Document.ID
		for k := range slots {
			slots[k].ID = p.ID
		}
		o.Prediction, o.Slots = p, slots
		step(1)
		return errMoved(p.Digest, o.old.digest)
	})
}
