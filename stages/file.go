package stages

import "wrone2set/stages/internal/folder"

// File is an output being written: an io.WriteCloser. Nobody sees it before Close, and in a Whole or Sharded output
// not before the whole is finished. One goroutine at a time may use it.
type File struct{ file *folder.File }

func newFile(f *folder.File, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// Name is the name of the file below the output folder, with slashes, as it stands in the manifest.
func (f *File) Name() string { return f.file.Name() }

// SetRows says how many rows the file has, for the manifest.
func (f *File) SetRows(n int64) { f.file.SetRows(n) }

// Write appends to the file.
func (f *File) Write(p []byte) (int, error) { return f.file.Write(p) }

// Close makes the file durable and part of the output. A second Close does nothing.
func (f *File) Close() error { return f.file.Close() }

// Abort drops the file; after Close it does nothing, so it can be deferred.
func (f *File) Abort() { f.file.Abort() }
