// Package authors reads what the PyTorch code of the authors writes, that of One2Set (kg_one2set) and of WR-One2Set: a
// checkpoint, which is the state_dict of a Seq2SeqModel, and its vocabulary.
//
// The parameters have there the names that they have in our model folders. Beside them a checkpoint has the position table,
// which must be that of the paper, and lists the position table and the word embeddings twice, for encoder and decoder.
package authors

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/pickle"
	"github.com/wrone2set/wrone2set/train/internal/torch"
)

// Checkpoint is an open checkpoint.
type Checkpoint struct {
	path    string
	size    int64             // bytes of the file
	tensors map[string]tensor // by name, without the prefix module. of DataParallel
	close   func() error
}

// tensor is a tensor that is read on request.
type tensor struct {
	shape []int
	read  func(to []float32) error
}

// OfStateDict is the remedy for files that are no checkpoint.
const OfStateDict = "give the file of torch.save(model.state_dict(), FILE), or that dict as a safetensors file"

// Open opens a checkpoint in a file of torch.save, or in a safetensors file. The errors of a Checkpoint are *schemas.FileErrors.
func Open(path string) (c *Checkpoint, err error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	c = &Checkpoint{path: path, tensors: map[string]tensor{}, close: disk.Close}
	f, err := torch.Read(disk)
	switch unknown := (*pickle.UnknownError)(nil); {
	case errors.Is(err, torch.ErrForm):
		c.size, err = f.Size, errors.Join(disk.Close(), c.openSafetensors())
	case errors.As(err, &unknown):
		err = c.fail("save the weights alone: torch.save(model.state_dict(), FILE)", "%w", err)
	case err != nil:
		err = c.fail(OfStateDict, "%w", err)
	default:
		c.size, err = f.Size, c.openTorch(f)
	}
	if err != nil {
		disk.Close()
		return nil, err
	}
	c.unwrap()
	return c, nil
}

// Close closes the file.
func (c *Checkpoint) Close() error { return c.close() }

func (c *Checkpoint) fail(remedy, format string, args ...any) error {
	return &schemas.FileError{File: c.path, Err: fmt.Errorf(format, args...), Remedy: remedy}
}

func (c *Checkpoint) openSafetensors() error {
	f, err := schemas.OpenTensors(c.path)
	if damage := (*schemas.FileError)(nil); errors.As(err, &damage) {
		damage.Remedy = OfStateDict
	}
	if err != nil {
		return err
	}
	for _, name := range f.Names() {
		c.tensors[name] = tensor{f.Shape(name), func(to []float32) error {
			t, err := f.Tensor(name)
			if err == nil && !slots.Convert(to, t.Data) {
				err = errors.New("it has whole numbers, and weights have none")
			}
			return err
		}}
	}
	c.close = f.Close
	return nil
}

func (c *Checkpoint) openTorch(f *torch.File) error {
	dict, err := stateDict(f.Value)
	if err != nil {
		return c.fail("save one state_dict alone: torch.save(model.state_dict(), FILE)", "%w", err)
	}
	for i, name := range dict.Keys {
		t := dict.Values[i].(torch.Tensor)
		c.tensors[name.(string)] = tensor{t.Shape, func(to []float32) error { return f.Read(t, to) }}
	}
	return nil
}

// stateDict returns the dict of tensors that v is, or the only one in v, as in {"model": state_dict, "epoch": 3}.
func stateDict(v any) (found *pickle.Dict, err error) {
	all, _ := v.(*pickle.Dict)
	if all == nil {
		all = &pickle.Dict{}
	}
	if isStateDict(all) {
		return all, nil
	}
	var names []string
	for i, v := range all.Values {
		if inner, ok := v.(*pickle.Dict); ok && isStateDict(inner) {
			found, names = inner, append(names, fmt.Sprintf("%q", all.Keys[i]))
		}
	}
	switch len(names) {
	case 0:
		return nil, errors.New("has no dict of tensors")
	case 1:
		return found, nil
	}
	return nil, fmt.Errorf("has several dicts of tensors: %s", some(names))
}

// isStateDict reports whether a dict has tensors by name and nothing else.
func isStateDict(d *pickle.Dict) bool {
	for i, key := range d.Keys {
		_, named := key.(string)
		if _, ok := d.Values[i].(torch.Tensor); !named || !ok {
			return false
		}
	}
	return len(d.Keys) > 0
}

// unwrap removes the prefix of DataParallel from the names, if all have it. Writers of safetensors keep one of the names of
// a tensor that has two: the word embeddings get their first name back.
func (c *Checkpoint) unwrap() {
	const parallel = "module."
	bare := map[string]tensor{}
	for name, t := range c.tensors {
		if short, ok := strings.CutPrefix(name, parallel); ok {
			bare[short] = t
		}
	}
	if len(bare) == len(c.tensors) {
		c.tensors = bare
	}
	if again, ok := c.tensors[wordsAgain]; ok && c.tensors[words].read == nil {
		c.tensors[words] = again
	}
}

// mostNamed is the number of names in an error.
const mostNamed = 10

// some returns names for an error, in order, the first of them if they are many.
func some(names []string) string {
	names = slices.Sorted(slices.Values(names))
	if more := len(names) - mostNamed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:mostNamed], ", "), more)
	}
	return strings.Join(names, ", ")
}
