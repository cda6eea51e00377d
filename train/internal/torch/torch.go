// Package torch reads files of torch.save: the zip archives that PyTorch writes since 1.6, the older form, and plain pickles.
// Tensors are read on request, so a file of any size takes the memory of what is asked for.
//
// Nothing in a file is run (package pickle), and nothing it claims is believed: a tensor must lie within its storage, and a
// storage within the file.
package torch

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/wrone2set/wrone2set/train/internal/pickle"
)

// File is an open file.
type File struct {
	Value any   // what was saved, with the values of package pickle; each tensor is a Tensor
	Size  int64 // bytes of the file

	disk    *os.File
	records map[string]*zip.File // of an archive: the storages by key
	at      map[string]int64     // of the older form: where the numbers of a storage begin, by key
}

// Open opens a file and reads all but the numbers of its tensors. An *pickle.UnknownError tells of an object that is not
// plain data.
func Open(name string) (*File, error) {
	disk, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	f := &File{disk: disk}
	if err := f.read(); err != nil {
		disk.Close()
		return nil, err
	}
	return f, nil
}

// Close closes the file.
func (f *File) Close() error { return f.disk.Close() }

// Starts of a file. The older form begins with a pickle of a magic number and one of the protocol's version.
var (
	zipStart = []byte("PK\x03\x04")
	oldStart = []byte("\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.")
)

// pickleStart is the first byte of a pickle of protocol 2 or higher.
const pickleStart = 0x80

// Recognises reports whether a file may begin so.
func Recognises(start []byte) bool {
	return bytes.HasPrefix(start, zipStart) || len(start) > 0 && start[0] == pickleStart
}

func (f *File) read() error {
	info, err := f.disk.Stat()
	if err != nil {
		return err
	}
	f.Size = info.Size()
	start := make([]byte, len(oldStart))
	if _, err := io.ReadFull(f.disk, start); err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return err
	}
	if _, err := f.disk.Seek(0, io.SeekStart); err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(start, zipStart):
		return f.readArchive()
	case bytes.Equal(start, oldStart):
		return f.readOld()
	case Recognises(start):
		f.Value, err = pickle.Read(bufio.NewReader(f.disk), f.env())
		return err
	}
	return errors.New("is not a file of torch.save")
}
