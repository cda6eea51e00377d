package schemas

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// failing is a file whose n-th call, from 0, and all after it fail as a disk does.
type failing struct {
	File
	n int
}

func (f *failing) fails(call string) error {
	if f.n--; f.n >= 0 {
		return nil
	}
	return &fs.PathError{Op: call, Path: "x", Err: syscall.EIO}
}

func (f *failing) ReadAt(p []byte, at int64) (int, error) {
	if err := f.fails("read"); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, at)
}

func (f *failing) Stat() (fs.FileInfo, error) {
	if err := f.fails("stat"); err != nil {
		return nil, err
	}
	return f.File.Stat()
}

// Whatever call fails, the error of the system is in the tree of the error, where exit codes are made of it: a disk that
// cannot be read does not pass for a damaged file.
func TestFailingDisk(t *testing.T) {
	for name, c := range map[string]struct {
		good []byte
		read func(path string, f File) error
	}{
		"documents": {writeTable(t, Documents, documents(40), 7), func(path string, f File) error {
			r, err := Documents.OpenFile(path, f)
			for err == nil {
				_, err = r.Next()
			}
			return err
		}},
		"examples": {writeExamples(t, examples(70)), func(path string, f File) error {
			r, err := newExampleReader(path, f)
			for i := 0; err == nil && i < r.Len(); i++ {
				_, err = r.At(i)
			}
			return err
		}},
		"tensors": {writeTensors(t, tensors()[:6]), func(path string, f File) error {
			r, err := OpenTensorFile(path, f)
			for i := 0; err == nil && i < len(r.Names()); i++ {
				_, err = r.Tensor(r.Names()[i])
			}
			return err
		}},
	} {
		path := writeFile(t, name, c.good)
		calls := 0
		for ; ; calls++ {
			disk, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			f := &failing{disk, calls}
			err = c.read(path, f)
			disk.Close()
			if f.n >= 0 {
				if err != nil && err != io.EOF {
					t.Errorf("%s: %v without a fault", name, err)
				}
				break
			}
			var file *FileError
			if !errors.Is(err, syscall.EIO) || !errors.As(err, &file) {
				t.Errorf("%s, call %d: %v", name, calls, err)
			}
		}
		if calls < 4 {
			t.Errorf("%s: %d calls", name, calls)
		}
	}
}
