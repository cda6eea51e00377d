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

// ErrForm says that a file is not one of torch.save.
var ErrForm = errors.New("is not a file of torch.save")

// Starts of a file. The older form begins with a pickle of a magic number and one of the protocol's version.
var (
	zipStart = []byte("PK\x03\x04")
	oldStart = []byte("\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.")
)

// pickleStart is the first byte of a pickle of protocol 2 or higher.
const pickleStart = 0x80

// Read reads all of a file but the numbers of its tensors. The error is ErrForm, and nothing is read, if the file is of another form; a
// *pickle.UnknownError tells of an object that is not plain data.
func Read(disk *os.File) (*File, error) {
	info, err := disk.Stat()
	if err != nil {
		return nil, err
	}
	f, start := &File{disk: disk, Size: info.Size()}, make([]byte, len(oldStart))
	if _, err := disk.ReadAt(start, 0); err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(start, zipStart):
		err = f.readArchive()
	case bytes.Equal(start, oldStart):
		err = f.readOld()
	case start[0] == pickleStart:
		f.Value, err = pickle.Read(bufio.NewReader(disk), f.env())
	default:
		err = ErrForm
	}
	return f, err
}
