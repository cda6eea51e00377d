package main

import (
	"io"
	"path/filepath"

	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/model/slots"
	"wrone2set/train/internal/step"
)

// Values of the setting store.
const (
	float32Store = "float32"
	int8Store    = "int8"
)

// openNetwork reads the network of a model folder, with a finite number for each of its parameters.
func openNetwork(dir string) (*slots.Model[float32], error) {
	m, err := slots.Load(dir)
	if err != nil {
		return nil, err
	}
	if err := step.Finite(m); err != nil {
		return nil, &schemas.FileError{File: filepath.Join(dir, modelFile), Err: err, Remedy: "the training went wrong: run train again with a lower lr"}
	}
	return m, nil
}

// stored writes model.safetensors as the settings say.
func (c choiceSettings) stored(m *slots.Model[float32]) func(io.Writer) error {
	if c.Store == int8Store {
		return func(w io.Writer) error { return slots.WriteInt8(w, m) }
	}
	return m.WriteTensors
}

// narrow puts the model in 8 bits into the place of the one that was published, if the settings say so.
func narrow(t *stages.Task, c choiceSettings) error {
	if c.Store != int8Store {
		return nil
	}
	m, err := openNetwork(t.Dir())
	if err != nil {
		return err
	}
	return t.Fill(modelFile, c.stored(m))
}
