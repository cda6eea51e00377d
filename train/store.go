package main

import (
	"io"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
)

// Values of the setting store.
const (
	float32Store = "float32"
	int8Store    = "int8"
)

// stored returns the function that writes model.safetensors in the form of the settings.
func (c choiceSettings) stored(m model.Network) func(io.Writer) error {
	if c.Store == int8Store {
		return m.WriteInt8
	}
	return m.WriteTensors
}

// quantise replaces the published model by its 8-bit form, if the settings ask for it.
func quantise(t *stages.Task, c choiceSettings) error {
	if c.Store != int8Store {
		return nil
	}
	m, err := model.Disk(t.Dir()).Network()
	if err != nil {
		return err
	}
	return t.Fill(modelFile, m.WriteInt8)
}
