package output

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
	"wrone2set/stages/internal/store"
)

// listName is the file in which an output of several parts says how it is cut. It is hidden, and no part of the output.
const listName = ".parts.jsonl"

// listHead is the first line of the list; what the parts are follows.
type listHead struct {
	Key   string `json:"key"` // of the output
	Parts int    `json:"parts"`
	CRC   string `json:"crc32c"` // of the lines behind it
}

// Cut finds the list of the parts of the output, or makes it by cut, once for all processes that make the output: those
// that are not alone wait for the one that makes it. Of an output of one part, which is none of parts but Whole, nothing is
// kept. An output of several is marked as theirs; one that was begun under another key is refused, or cleared with Force.
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
		// Whoever held the lock before may have made it.
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
	o.Mark.Shards = parts
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
	if o.remote() { // where nothing is locked: what two find out at once is the same
		return nil, nil
	}
	if err := o.make(); err != nil {
		return nil, err
	}
	return lockFolder(ctx, o.Dir, func(holder string) {
		o.Log.Info("another process looks where the parts begin; waiting for it to end", "out", o.Dir, "holder", holder)
	})
}

// list reads the list that an earlier or another process made for this key; parts is 0 where there is none.
func (o *Output) list() (list []byte, parts int, err error) {
	head, list, err := readList(o.Store, o.Dir)
	if err != nil || head.Key != o.Mark.Key || head.Parts <= 1 {
		return nil, 0, err
	}
	mark, err := manifest.ReadMark(o.Store, o.Dir)
	if fault.System(err) != nil {
		return nil, 0, err
	}
	if err != nil || mark.Key != head.Key || mark.Shards != head.Parts {
		return nil, 0, nil // the folder is another's by now
	}
	o.Mark.Shards = head.Parts
	return list, head.Parts, nil
}

// readList reads a list as it lies in a folder; one that is damaged is none.
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

// otherParts refuses a folder in which parts of another key were begun, before the input is read through for a list.
func (o *Output) otherParts() error {
	mark, err := manifest.ReadMark(o.Store, o.Dir)
	if fault.System(err) != nil {
		return err
	}
	if err != nil || o.Force || mark.Key == "" || mark.Key == o.Mark.Key || mark.Shards <= 1 {
		return nil
	}
	if _, err := o.Store.Stat(o.record()); err == nil {
		return nil
	}
	want := o.Mark
	want.Shards = mark.Shards // that of this run is not known yet
	return (&Output{Store: o.Store, Dir: o.Dir, Mark: want}).refuse(mark, nil)
}

// Begun reports whether a folder is filled part by part.
func Begun(at *store.Store, dir string) bool {
	mark, err := manifest.ReadMark(at, dir)
	return err == nil && mark.Shards > 1
}

// Made finds the whole output finished under the wanted key, and touches its manifest; nil where it is not. It sweeps what
// an attempt left that was killed when the output was finished.
func (o *Output) Made() (*manifest.Manifest, error) {
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
	// Beside the folder those of a whole output, inside those of its parts. No attempt will begin that would sweep them.
	for _, target := range []string{o.Dir, o.unit()} {
		if err := sweepDrafts(target); err != nil && !denied(err) {
			return nil, err
		}
	}
	return o.take(m, o.record())
}

// Left lists those of the wanted parts that are not finished.
func (o *Output) Left(parts int, wanted func(part int) bool) (left []int, err error) {
	records, err := shardRecords(o.Store, o.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for i := range parts {
		if !wanted(i) {
			continue
		}
		path := records[Shard{i, parts}.String()]
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

// Complete writes the folder's manifest if all parts are there: whoever finished the last one may have been killed before.
func (o *Output) Complete(ctx context.Context, parts int) error {
	if !o.remote() {
		l, err := lockFolder(ctx, o.Dir, nil)
		if err != nil {
			return err
		}
		defer l.unlock()
	}
	s := sharded{Output: o}
	s.Shard.Of = parts
	return s.complete()
}
