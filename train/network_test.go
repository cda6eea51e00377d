package main

import (
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// opener opens the files of a folder of this machine.
func opener(dir string) func(name string) (schemas.File, error) {
	return func(name string) (schemas.File, error) { return os.Open(filepath.Join(dir, name)) }
}

// loadSlots reads a model folder of a network of slots.
func loadSlots(dir string) (*slots.Model[float32], error) { return slots.Read(dir, opener(dir)) }

// loadSequence reads a model folder of a network of one slot.
func loadSequence(dir string) (*sequence.Model[float32], error) {
	return sequence.Read(dir, opener(dir))
}
