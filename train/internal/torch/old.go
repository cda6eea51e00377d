package torch

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/train/internal/pickle"
)

// readOld reads the form before PyTorch 1.6. After oldStart it has pickles of facts about the machine, of what was saved, and of
// the keys of its storages. The storages follow in that order, each with the number of its numbers before it.
func (f *File) readOld() error {
	in := bufio.NewReader(f.disk)
	if _, err := in.Discard(len(oldStart)); err != nil {
		return damaged(err)
	}
	var parts [3]any
	kinds := map[string]storage{}
	env := f.env()
	env.Load = func(id any) (any, error) {
		v, err := f.load(id)
		if s, ok := v.(storage); ok {
			if before, twice := kinds[s.key]; twice && (before.size != s.size || before.count != s.count) {
				return nil, errTensor
			}
			kinds[s.key] = s
		}
		return v, err
	}
	for i := range parts {
		var err error
		if parts[i], err = pickle.Read(in, env); err != nil {
			return err
		}
	}
	if machine, ok := parts[0].(*pickle.Dict); ok && machine.Get("little_endian") == false {
		return errBigEndian
	}
	f.Value = parts[1]
	keys, ok := parts[2].(*pickle.List)
	if !ok {
		return errTensor
	}
	read, err := f.disk.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	return f.place(keys, kinds, read-int64(in.Buffered()))
}

// place finds the storages, the first of which begins at the byte at.
func (f *File) place(keys *pickle.List, kinds map[string]storage, at int64) error {
	f.at = map[string]int64{}
	for _, key := range keys.Items {
		name, _ := key.(string)
		s, known := kinds[name]
		if !known {
			return errTensor
		}
		var count [8]byte
		if _, err := f.disk.ReadAt(count[:], at); err != nil {
			return damaged(err)
		}
		if at += int64(len(count)); binary.LittleEndian.Uint64(count[:]) != uint64(s.count) {
			return errTensor
		}
		f.at[name] = at
		if at += s.count * s.size; at > f.Size {
			return fmt.Errorf("is cut off: %d bytes of at least %d", f.Size, at)
		}
	}
	return nil
}
