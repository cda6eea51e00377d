package reuse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// MostBytes is the largest text, or id, of a document that gets an earlier row, in bytes. A longer one may be rejected under one id
// and not under another, since rows are limited.
const MostBytes = 256 << 10

// Notes of the manifest that rows depend on, besides the settings.
const (
	originNote     = "documents_given_as" // text or tokens
	arithmeticNote = "arithmetic"
)

// Origin notes what a later run has to know to take rows of this one.
func Origin(t *stages.Task, tokens bool) {
	given := "text"
	if tokens {
		given = "tokens"
	}
	t.Note(originNote, given)
	t.Note(arithmeticNote, Arithmetic)
}

// Documents by what earlier outputs have of them.
const (
	reused = iota
	fresh
	changed
)

// tally counts documents of these kinds.
type tally [3]int64

// Earlier are the outputs of --reuse, whose rows are of type R. All methods may be called of nil, which has none.
type Earlier[R any] struct {
	index *Index
	rows  *Rows[R]
	slots *Rows[schemas.Slot] // nil without --slots
	part  tally
	whole tally // of all parts
}

// Taken is what an earlier output has of a document.
type Taken struct {
	Found  bool
	Digest string // of the document
	row    uint32
}

// Open checks that the rows of --reuse are those that this run would make, and finds them. It returns nil without --reuse.
func Open[R any](ctx context.Context, t *stages.Task, table schemas.Table[R]) (e *Earlier[R], err error) {
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
	e = &Earlier[R]{}
	if e.index, err = NewIndex(ctx, table, files, slots, t.Open); err != nil {
		return nil, err
	}
	e.rows = NewRows(table, files, e.index.ends, t.Open)
	if len(slots) > 0 {
		e.slots = NewRows(schemas.Slots, slots, e.index.slotEnds, t.Open)
	}
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
	before[arithmeticNote], after[arithmeticNote] = made.Noted(arithmeticNote), Arithmetic
	if all := Differences(before, after); len(all) > 0 {
		return refuse("was made otherwise, so that its rows are not those of this run: %s; give the same model and settings, or leave --reuse out to label all anew",
			strings.Join(all, "; "))
	}
	return nil
}

// Names returns the function that receives the ids of the whole corpus.
func (e *Earlier[R]) Names() func(id string) {
	if e == nil {
		return nil
	}
	return func(id string) { e.index.Meet(id) }
}

// Find looks for the row of a record, which may be read with an error. Any goroutine may call it.
func (e *Earlier[R]) Find(r *corpus.Record, err error) (old Taken) {
	if e == nil || err != nil || r.Tokenized || len(r.ID) > MostBytes || len(r.Title)+len(r.Body) > MostBytes {
		return old
	}
	old.Digest = r.Digest()
	old.row, old.Found = e.index.Find(old.Digest)
	return old
}

// Meet counts a document, unless it is rejected. id is "" for a row that could not be read.
func (e *Earlier[R]) Meet(id string, accepted bool, old Taken) {
	if e == nil || id == "" {
		return
	}
	known := e.index.Meet(id)
	switch {
	case !accepted:
	case old.Found:
		e.part[reused]++
	case known:
		e.part[changed]++
	default:
		e.part[fresh]++
	}
}

// Note puts the counts of a part into its manifest. Ids that are gone are those of the whole corpus, noted with its first part.
func (e *Earlier[R]) Note(t *stages.Task) {
	if e == nil {
		return
	}
	for kind, note := range []string{"documents_reused", "documents_new", "documents_changed"} {
		t.Note(note, e.part[kind])
		e.whole[kind] += e.part[kind]
	}
	e.part = tally{}
	if t.Part.Index == 0 {
		t.Note("documents_gone", e.index.gone)
	}
	used := e.rows.Used()
	if e.slots != nil {
		used = append(used, e.slots.Used()...)
	}
	if t.Part.Of > 1 { // the manifests of a thousand parts need not list a thousand files each
		t.Uses("reuse", used)
	}
}

// Say adds the counts to the last line of the run.
func (e *Earlier[R]) Say(t *stages.Task) {
	if e != nil {
		t.Said("reused", e.whole[reused], "new", e.whole[fresh], "changed", e.whole[changed], "gone", e.index.gone)
	}
}

// Close closes the files.
func (e *Earlier[R]) Close() {
	if e == nil {
		return
	}
	e.rows.Close()
	if e.slots != nil {
		e.slots.Close()
	}
}

// Fetch passes the earlier rows of n documents to set, in the order of their files. set returns the digest of a row, by which Fetch
// knows that it is the one that was found.
func (e *Earlier[R]) Fetch(n int, old func(i int) Taken, set func(i int, row R, slots []schemas.Slot) (digest string)) error {
	var order []int
	for i := range n {
		if old(i).Found {
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
			for from := e.index.slots[old(i).row]; from < e.index.slots[old(i).row+1]; from++ {
				s, err := e.slots.At(int64(from))
				if err != nil {
					return err
				}
				slots = append(slots, s)
			}
		}
		if digest := set(i, row, slots); digest != old(i).Digest {
			return errors.New("a file of --reuse changed while it was read; run the same command again")
		}
	}
	return nil
}
