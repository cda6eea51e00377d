package file

import (
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
)

// Place is a place in the text of a file, to which Enter can move.
type Place struct {
	Text   int64 `json:"text"`             // bytes of text before it, including a byte order mark
	Frame  int64 `json:"frame,omitempty"`  // zstd: offset in the file of the frame that contains it
	Before int64 `json:"before,omitempty"` // zstd: bytes of text before that frame
}

// Where returns the place of the next byte of Text.
func (f *File) Where() Place { return f.At(f.read - int64(f.Text.Buffered())) }

// At returns the place after text bytes of text. It must lie at most readAhead before the last byte read.
func (f *File) At(text int64) Place {
	p := Place{Text: text}
	if f.frames != nil && !f.decoded {
		p.Frame, p.Before = f.frames.holding(text)
	}
	return p
}

// Enters reports whether Enter can skip text without reading it. It cannot in gzip, within one zstd frame,
// or in text that is converted.
func (f *File) Enters() bool {
	return !f.decoded && (f.Kind == "" || f.frames != nil && f.frames.several)
}

// Enter moves forward to a place. It seeks if the file allows that, and otherwise reads up to the place.
func (f *File) Enter(to Place) error {
	ahead := to.Text - f.Where().Text
	if ahead < 0 {
		panic("file: Enter goes forward only")
	}
	if ahead > int64(f.Text.Buffered()) {
		if err := f.seek(to); err != nil {
			return f.fail(err)
		}
		ahead = to.Text - f.Where().Text
	}
	for ahead > 0 {
		n, err := f.Text.Discard(int(min(ahead, 1<<30)))
		ahead -= int64(n)
		if err == io.EOF {
			return &schemas.FileError{File: f.Path, Err: fmt.Errorf("ends after %d bytes of text, and a part of the corpus begins at byte %d", f.read, to.Text),
				Remedy: "it is not the file that was cut into parts: restore that file, or start over with --force"}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// seek moves as close to a place as possible without reading, if that lies beyond what was read.
func (f *File) seek(to Place) error {
	disk, ok := f.disk.(io.Seeker)
	switch {
	case !ok, f.decoded:
		return nil
	case f.Kind == "":
		info, err := f.disk.Stat()
		if err != nil || info.Size() < to.Text {
			return err // Enter reads on and reports that the place does not exist
		}
		if _, err := disk.Seek(to.Text, io.SeekStart); err != nil {
			return err
		}
		f.from, f.read = f.disk, to.Text
	case f.frames != nil && to.Before > f.read:
		if _, err := disk.Seek(to.Frame, io.SeekStart); err != nil {
			return err
		}
		if err := f.frames.restart(f.disk, to); err != nil {
			return err
		}
		f.read = to.Before
	default:
		return nil
	}
	f.Text.Reset(f)
	return nil
}
