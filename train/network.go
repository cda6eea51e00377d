package main

import (
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// body returns the body of the network; check has checked its name.
func (c Config) body() model.Body {
	b, _ := model.ParseBody(c.Network)
	return b
}

// layersOf returns the setting layers that gives this shape.
func layersOf(shape slots.Config, b model.Body) int {
	if b.Heads {
		return shape.DecoderLayers
	}
	return shape.EncoderLayers
}
