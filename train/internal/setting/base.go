package setting

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// Base returns the model folder of --init-from, or that of its tagger if only the tagger is of the system to train, with the shape and
// the body of its network.
func (c Config) Base(src stages.Source) (f model.Folder, shape slots.Config, body model.Body, err error) {
	if f, err = model.Given(src.Dir, src.Spec); err != nil {
		return f, shape, body, err
	}
	own, err := f.System()
	if err != nil {
		return f, shape, body, err
	}
	if tagger, ok := f.Tagger(); ok && own.Name != c.System {
		s, err := tagger.System()
		if err != nil {
			return f, shape, body, err
		}
		if s.Name == c.System {
			f = tagger
		}
	}
	if shape, err = f.Shape(); err == nil {
		body, err = model.BodyOf(shape)
	}
	return f, shape, body, err
}

// layersOf returns the setting layers that gives this shape.
func layersOf(shape slots.Config, b model.Body) int {
	if b.Heads {
		return shape.DecoderLayers
	}
	return shape.EncoderLayers
}
