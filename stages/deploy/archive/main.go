// Program archive packs a folder into a file of the same bytes whenever and wherever it is packed: the entries are in the order
// of their names, have one time, and belong to root.
//
//	archive wrone2set_0.9.0_linux_amd64 wrone2set_0.9.0_linux_amd64.tar.gz
//	archive wrone2set_0.9.0_windows_amd64 wrone2set_0.9.0_windows_amd64.zip
//	archive -image linux/amd64 wrone2set_0.9.0_linux_amd64 wrone2set_0.9.0_image_amd64.tar
//
// The last is an image for docker load, podman load and whatever else reads the files of docker save. It needs no daemon and
// no base image: the programs are static.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	platform := flag.String("image", "", "make an image for this platform: OS/ARCH")
	flag.Parse()
	if err := run(*platform, flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

func run(platform, dir, to string) (err error) {
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(to)
		}
	}()
	switch {
	case platform != "":
		return image(f, dir, platform)
	case strings.HasSuffix(to, ".tar.gz"):
		z := gzip.NewWriter(f)
		return errors.Join(tarred(z, dir, filepath.Base(dir)), z.Close())
	case strings.HasSuffix(to, ".zip"):
		return zipped(f, dir, filepath.Base(dir))
	}
	return fmt.Errorf("%s: want a name that ends in .tar.gz or .zip", to)
}

// epoch is the time of every entry, the first that a zip file can have.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// tarred writes the files of a folder as an archive with the folder top.
func tarred(w io.Writer, dir, top string) error {
	t := tar.NewWriter(w)
	return errors.Join(files(dir, func(name string, mode int64, data []byte) error {
		return entry(t, top+"/"+name, mode, data)
	}), t.Close())
}

func entry(t *tar.Writer, name string, mode int64, data []byte) error {
	err := t.WriteHeader(&tar.Header{Name: name, Mode: mode, Size: int64(len(data)), ModTime: epoch, Format: tar.FormatPAX})
	if err != nil {
		return err
	}
	_, err = t.Write(data)
	return err
}

func zipped(w io.Writer, dir, top string) error {
	z := zip.NewWriter(w)
	return errors.Join(files(dir, func(name string, mode int64, data []byte) error {
		h := &zip.FileHeader{Name: top + "/" + name, Method: zip.Deflate, Modified: epoch}
		h.SetMode(os.FileMode(mode))
		f, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	}), z.Close())
}

// files calls do for the files below a folder in the order of their names. The mode says only who may run a file: the rest
// differs with the umask.
func files(dir string, do func(name string, mode int64, data []byte) error) error {
	return filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return do(filepath.ToSlash(name), mode, data)
	})
}
