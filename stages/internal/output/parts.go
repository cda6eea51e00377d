package output

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// listName is the file that records how an output is cut into parts. It is hidden and not part of the output.
const listName = ".parts.jsonl"

// listHead is the first line of the list. The description of the parts follows.
type listHead struct {
	Key   string `json:"key"` // key of the output
	Parts int    `json:"parts"`
	CRC   string `json:"crc32c"` // of the following lines
}

// Cut finds the list of the parts of the output, or makes it by calling cut, once for all processes that make the
// output. Unless alone is set, processes wait for the one that makes the list. It stores nothing for an output of one
// part, which is made by Whole. It marks an output of several parts. It refuses a folder begun under another key, or
// clears it with Force.
func (o *Output) Cut(ctx context.Context, alone bool, cut func() (list []byte, parts int, err error)) (list []byte, parts int, err error) {
	if list, parts, err := o.list(); parts > 0 || err != nil {
		return list, parts, err
	}
	if err := o.otherParts(); err != nil {
		return nil, 0, err
	}
	var l *lock
	defer func() { l.unlock() }()
	if !alone {
		if l, err = o.lockParts(ctx); err != nil {
			return nil, 0, err
		}
		// The previous holder of the lock may have made it.
		if list, parts, err := o.list(); parts > 0 || err != nil {
			return list, parts, err
		}
	}
	if list, parts, err = cut(); err != nil || parts <= 1 {
		return nil, 1, err
	}
	if l == nil {
		if l, err = o.lockParts(ctx); err != nil {
			return nil, 0, err
		}
	}
	o.Mark.Parts = parts
	if _, err := o.settle(false); err != nil {
		return nil, 0, err
	}
	head, err := json.Marshal(listHead{o.Mark.Key, parts, sumOf(list)})
	if err != nil {
		return nil, 0, err
	}
	return list, parts, o.write(o.path(listName), append(append(head, '\n'), list...))
}

func (o *Output) lockParts(ctx context.Context) (*lock, error) {
	if o.remote() { // nothing is locked there, and two runs find the same parts
		return nil, nil
	}
	if err := o.make(); err != nil {
		return nil, err
	}
	return lockFolder(ctx, o.Dir, func(holder string) {
		o.Log.Info("another process is locating the parts; waiting for it to end", "out", o.Dir, "holder", holder)
	})
}

// list reads the list that another process made for this key. parts is 0 if there is none.
func (o *Output) list() (list []byte, parts int, err error) {
	head, list, err := readList(o.Store, o.Dir)
	if err != nil || head.Key != o.Mark.Key || head.Parts <= 1 {
		return nil, 0, err
	}
	mark, err := manifest.ReadMark(o.Store, o.Dir)
	if fault.System(err) != nil {
		return nil, 0, err
	}
	if err != nil || mark.Key != head.Key || mark.Parts != head.Parts {
		return nil, 0, nil // another run owns the folder by now
	}
	o.Mark.Parts = head.Parts
	return list, head.Parts, nil
}

// readList reads the list in a folder. A damaged list counts as missing.
func readList(at *store.Store, dir string) (head listHead, list []byte, err error) {
	data, err := at.ReadFile(store.Join(dir, listName))
	if err != nil {
		return head, nil, fault.System(err)
	}
	first, list, _ := bytes.Cut(data, []byte("\n"))
	if json.Unmarshal(first, &head) != nil || head.CRC != sumOf(list) {
		return listHead{}, nil, nil
	}
	return head, list, nil
}

func sumOf(list []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(list, crc32.MakeTable(crc32.Castagnoli)))
}

// otherParts refuses a folder that was begun with parts of another key, before the input is read to make a list.
func (o *Output) otherParts() error {
	mark, err := manifest.ReadMark(o.Store, o.Dir)
	if fault.System(err) != nil {
		return err
	}
	if err != nil || o.Force || mark.Key == "" || mark.Key == o.Mark.Key || mark.Parts <= 1 {
		return nil
	}
	if _, err := o.Store.Stat(o.record()); err == nil {
		return nil
	}
	want := o.Mark
	want.Parts = mark.Parts // this run does not know its number yet
	return (&Output{Store: o.Store, Dir: o.Dir, Mark: want}).refuse(mark, nil)
}

// Begun reports whether a folder is filled part by part.
func Begun(at *store.Store, dir string) bool {
	mark, err := manifest.ReadMark(at, dir)
	return err == nil && mark.Parts > 1
}

// Made returns the manifest of the whole output if it is finished under the wanted key, and updates its mtime; else
// nil. It sweeps what a killed attempt left of a finished output.
func (o *Output) Made() (*manifest.Manifest, error) {
	if o.remote() {
		// Before the work that comes until the output is begun: what another run finishes meanwhile is not replaced.
		_, version, _, err := o.mark()
		if err != nil {
			return nil, err
		}
		o.first = &version
	}
	if o.Force {
		return nil, nil
	}
	m, _, err := o.intact(o.record())
	if m == nil || err != nil {
		return nil, err
	}
	if o.remote() {
		return o.take(m, o.record())
	}
	// Drafts of a whole output lie beside the folder, those of its parts inside. No later attempt will sweep them.
	for _, target := range []string{o.Dir, o.unit()} {
		if err := sweepDrafts(target); err != nil && !denied(err) {
			return nil, err
		}
	}
	return o.take(m, o.record())
}

// Left lists the wanted parts that are not finished.
func (o *Output) Left(parts int, wanted func(part int) bool) (left []int, err error) {
	records, err := partRecords(o.Store, o.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for i := range parts {
		if !wanted(i) {
			continue
		}
		path := records[Part{i, parts}.String()]
		if path == "" || o.Force {
			left = append(left, i)
			continue
		}
		m, damage, err := o.intact(path)
		if err != nil {
			return nil, err
		}
		if m == nil {
			o.warn("the part", damage)
			left = append(left, i)
			continue
		}
	}
	return left, nil
}

// Complete writes the folder's manifest if all parts are finished. The process that finished the last one may have
// been killed before doing so.
func (o *Output) Complete(ctx context.Context, parts int) error {
	if !o.remote() {
		l, err := lockFolder(ctx, o.Dir, nil)
		if err != nil {
			return err
		}
		defer l.unlock()
		// Where all parts are finished nobody claims one, and the manifest that a killed attempt was writing would stay.
		if err := o.removeLeftovers(); err != nil {
			return err
		}
	}
	s := onePart{Output: o}
	s.Part.Of = parts
	return s.complete()
}
