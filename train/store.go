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

// stored writes model.safetensors as the settings say.
func (c choiceSettings) stored(m model.Network) func(io.Writer) error {
	if c.Store == int8Store {
		return m.WriteInt8
	}
	return m.WriteTensors
}

// quantise puts the model in 8 bits into the place of the one that was published, if the settings say so.
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
