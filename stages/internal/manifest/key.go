package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Key returns the hex sha256 of everything that determines the bytes of an output: stage, version, settings, and for
// each input its port, its name, and the name and digest of each file. File names have no folder: rows may contain a
// file's name, but never its place.
func Key(stage, version string, config json.RawMessage, inputs []Input) string {
	type file struct{ Name, SHA256 string }
	type input struct {
		Port, Name string
		Files      []file
	}
	var ins []input
	for _, in := range inputs {
		i := input{Port: in.Port, Name: in.Name}
		for _, f := range in.Files {
			i.Files = append(i.Files, file{path.Base(f.Path), f.identity()})
		}
		ins = append(ins, i)
	}
	data, err := json.Marshal(struct {
		Stage, Version string
		Config         json.RawMessage
		Inputs         []input
	}{stage, version, sorted(config), ins})
	if err != nil { // strings and JSON that was just encoded
		panic(err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// identity distinguishes the content of a file from any other. A version belongs to one object: the same content
// written again may have another version.
func (f File) identity() string {
	if f.SHA256 == "" && f.Pipe == "" {
		return f.Version
	}
	return f.SHA256 + f.Pipe
}

// sorted encodes a JSON object with its keys in order, so that moving a struct field changes no key.
func sorted(raw json.RawMessage) json.RawMessage {
	m := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &m) != nil {
		return raw
	}
	out, _ := json.Marshal(m)
	return out
}

// Differences describes how this mark differs from the requested run, for an error message. It is empty if they agree.
func (m *Mark) Differences(want *Mark) []string {
	var diffs []string
	if m.Stage != want.Stage {
		return []string{fmt.Sprintf("it belongs to stage %s", m.Stage)}
	}
	if m.Version != want.Version {
		diffs = append(diffs, fmt.Sprintf("version %s then, %s now", m.Version, want.Version))
	}
	if max(m.Parts, 1) != max(want.Parts, 1) {
		diffs = append(diffs, fmt.Sprintf("%d parts then, %d now", max(m.Parts, 1), max(want.Parts, 1)))
	}
	diffs = append(diffs, configDifferences(m.Config, want.Config)...)
	diffs = append(diffs, inputDifferences(m.Inputs, want.Inputs)...)
	if len(diffs) == 0 && m.Key != want.Key {
		diffs = append(diffs, "its key differs")
	}
	return diffs
}

func configDifferences(then, now json.RawMessage) (diffs []string) {
	a, b := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	json.Unmarshal(then, &a)
	json.Unmarshal(now, &b)
	keys := map[string]bool{}
	for k := range a {
		keys[k] = true
	}
	for k := range b {
		keys[k] = true
	}
	for k := range keys {
		if x, y := compact(a[k]), compact(b[k]); x != y {
			diffs = append(diffs, fmt.Sprintf("%s %s then, %s now", k, x, y))
		}
	}
	slices.Sort(diffs)
	return diffs
}

func compact(raw json.RawMessage) string {
	if raw == nil {
		return "unset"
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

func inputDifferences(then, now []Input) (diffs []string) {
	label := func(in Input) string { return strings.TrimSuffix(in.Port+" "+in.Name, " ") }
	digests := func(ins []Input) map[string][]string {
		m := map[string][]string{}
		for _, in := range ins {
			for _, f := range in.Files {
				m[label(in)] = append(m[label(in)], path.Base(f.Path)+" "+f.identity())
			}
		}
		return m
	}
	a, b := digests(then), digests(now)
	for k := range a {
		if _, ok := b[k]; !ok {
			diffs = append(diffs, fmt.Sprintf("input %s then, none now", k))
		} else if !slices.Equal(a[k], b[k]) {
			diffs = append(diffs, fmt.Sprintf("input %s has changed", k))
		}
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			diffs = append(diffs, fmt.Sprintf("input %s is new", k))
		}
	}
	slices.Sort(diffs)
	return diffs
}
