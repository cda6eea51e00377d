package torch

import (
	"archive/zip"
	"bufio"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/wrone2set/wrone2set/train/internal/pickle"
)

// readArchive reads a zip archive: the pickle NAME/data.pkl, and a storage in each NAME/data/KEY.
func (f *File) readArchive() error {
	archive, err := zip.NewReader(f.disk, f.Size)
	if err != nil {
		return damaged(err)
	}
	var data *zip.File
	f.records = map[string]*zip.File{}
	for _, r := range archive.File {
		switch dir, name := path.Split(r.Name); {
		case name == "data.pkl":
			data = r
		case path.Base(dir) == "data":
			f.records[name] = r
		case name == "byteorder":
			if err := littleEndian(r); err != nil {
				return err
			}
		}
	}
	if data == nil {
		return errors.New("is a zip archive without data.pkl, so not of torch.save")
	}
	in, err := data.Open()
	if err != nil {
		return damaged(err)
	}
	defer in.Close()
	f.Value, err = pickle.Read(bufio.NewReader(in), f.env())
	return err
}

// littleEndian refuses the numbers of a machine with another order of bytes.
func littleEndian(r *zip.File) error {
	in, err := r.Open()
	if err != nil {
		return damaged(err)
	}
	defer in.Close()
	order, err := io.ReadAll(io.LimitReader(in, 16))
	if err != nil {
		return damaged(err)
	}
	if strings.TrimSpace(string(order)) != "little" {
		return errBigEndian
	}
	return nil
}

var errBigEndian = errors.New("was saved on a big-endian machine: save it again on another")
