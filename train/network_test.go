package main

import (
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// loadSlots reads a model folder of a network of slots.
func loadSlots(dir string) (*slots.Model[float32], error) {
	return slots.Read(model.Disk(dir).Path, model.Disk(dir).Open)
}

// loadSequence reads a model folder of a network of one slot.
func loadSequence(dir string) (*sequence.Model[float32], error) {
	return sequence.Read(model.Disk(dir).Path, model.Disk(dir).Open)
}
