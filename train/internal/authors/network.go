package authors

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Names of tensors that tell the shape of the network, or that a checkpoint has twice.
const (
	words       = "encoder.embed.weight"
	wordsAgain  = "decoder.embed.weight"
	places      = "encoder.pos_embed.weight"
	placesAgain = "decoder.pos_embed.weight"
	control     = "decoder.control_code.weight"
	hidden      = "encoder.layer_stacks.0.ffn.0.weight"
)

// ofOne2Set is the remedy for checkpoints of other networks.
const ofOne2Set = OfStateDict + " of a One2Set model, trained by kg_one2set or WR-One2Set with -fix_kp_num_len and -copy_attention"

// Config completes a shape that has what no tensor shows: heads, phrase length and dropout.
func (c *Checkpoint) Config(shape slots.Config) (slots.Config, error) {
	for _, m := range []struct {
		name          string
		rows, columns *int
	}{{words, &shape.Vocab, &shape.Width}, {hidden, &shape.FF, new(int)}, {control, &shape.Slots, new(int)}} {
		t, ok := c.tensors[m.name]
		if !ok || len(t.shape) != 2 {
			return shape, c.fail(ofOne2Set, "has no matrix %s", m.name)
		}
		*m.rows, *m.columns = t.shape[0], t.shape[1]
	}
	shape.EncoderLayers, shape.DecoderLayers = c.layers("encoder"), c.layers("decoder")
	err := shape.Check()
	if err == nil && shape.Slots%2 != 0 {
		err = fmt.Errorf("%s has %d rows, want an even number of slots", control, shape.Slots)
	}
	if err != nil {
		return shape, c.fail("give the --heads of its training; "+ofOne2Set, "%w", err)
	}
	return shape, nil
}

// layers returns the number of layers of encoder or decoder.
func (c *Checkpoint) layers(of string) (n int) {
	for {
		if _, ok := c.tensors[fmt.Sprintf("%s.layer_stacks.%d.ffn.0.weight", of, n)]; !ok {
			return n
		}
		n++
	}
}

// Network returns the network of that shape with the weights of the checkpoint, all of which it must use.
func (c *Checkpoint) Network(shape slots.Config) (*slots.Model[float32], error) {
	return slots.Filled(shape, func(params []*op.Param[float32]) error {
		if err := c.match(params); err != nil {
			return err
		}
		for _, p := range params {
			var err error
			if p.Weights, err = c.numbers(p.Name); err != nil {
				return err
			}
			if p.Name == words {
				if err := c.same(wordsAgain, p.Weights, 0); err != nil {
					return err
				}
			}
		}
		for _, name := range []string{places, placesAgain} {
			if t, ok := c.tensors[name]; ok {
				if err := c.same(name, op.Positions[float32](t.shape[0], shape.Width), placeGap); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// match compares the names and shapes of the checkpoint with those of the parameters, before memory is taken for any.
func (c *Checkpoint) match(params []*op.Param[float32]) error {
	left, total := maps.Clone(c.tensors), 0
	var missing, other []string
	for _, p := range params {
		t, ok := c.tensors[p.Name]
		if delete(left, p.Name); !ok {
			missing = append(missing, p.Name)
		} else if !slices.Equal(t.shape, p.Shape) {
			other = append(other, fmt.Sprintf("%s %v, want %v", p.Name, t.shape, p.Shape))
		}
		total += p.Len()
	}
	for _, name := range []string{wordsAgain, places, placesAgain} {
		width := params[0].Shape[1]
		if t, ok := left[name]; ok && (len(t.shape) != 2 || t.shape[1] != width) {
			other = append(other, fmt.Sprintf("%s %v, want rows of %d", name, t.shape, width))
		}
		delete(left, name)
	}
	var faults []string
	for _, fault := range []struct {
		of    string
		names []string
	}{{"it lacks ", missing}, {"it has ", slices.Collect(maps.Keys(left))}, {"of other shapes are ", other}} {
		if len(fault.names) > 0 {
			faults = append(faults, fault.of+some(fault.names))
		}
	}
	if len(faults) > 0 {
		return c.fail(ofOne2Set, "tensors are not those of One2Set: %s", strings.Join(faults, "; "))
	}
	const least = 2 // bytes of a number; overlapping tensors would take memory that no file has
	if int64(total) > c.size/least {
		return c.fail(OfStateDict, "is damaged: tensors of %d numbers in a file of %d bytes", total, c.size)
	}
	return nil
}

// numbers reads a tensor.
func (c *Checkpoint) numbers(name string) ([]float32, error) {
	t, n := c.tensors[name], 1
	for _, size := range t.shape {
		n *= size
	}
	x := make([]float32, n)
	if err := t.read(x); err != nil {
		return nil, c.fail("copy the file again; "+OfStateDict, "tensor %s: %w", name, err)
	}
	for i, v := range x {
		if v-v != 0 {
			return nil, c.fail("the training went wrong: give another checkpoint", "tensor %s: number %d is %v", name, i+1, v)
		}
	}
	return x, nil
}

// placeGap is the largest difference between a position table in 16 bits and ours.
const placeGap = 0.01

// same refuses a tensor, if there is one of that name, that differs from what the network uses in its place.
func (c *Checkpoint) same(name string, used []float32, gap float64) error {
	if _, ok := c.tensors[name]; !ok {
		return nil
	}
	x, err := c.numbers(name)
	if err != nil {
		return err
	}
	for i, want := range used {
		if len(x) != len(used) || math.Abs(float64(x[i]-want)) > gap {
			return c.fail(ofOne2Set, "tensor %s is not, as in One2Set, the word embeddings of the encoder or the sinusoids of the paper, with zeros for position 0", name)
		}
	}
	return nil
}
