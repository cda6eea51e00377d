package manifest

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
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
func (m *Mark) Differences(want *Mark) (diffs []string) {
	if m.Stage != want.Stage {
		return []string{fmt.Sprintf("it belongs to stage %s", m.Stage)}
	}
	then, now := m.Facts(), want.Facts()
	all := maps.Clone(then)
	maps.Copy(all, now)
	for _, k := range slices.Sorted(maps.Keys(all)) {
		switch input := strings.HasPrefix(k, "input "); {
		case then[k] == now[k]:
		case input && now[k] == "":
			diffs = append(diffs, k+" then, none now")
		case input && then[k] == "":
			diffs = append(diffs, k+" is new")
		case input:
			diffs = append(diffs, k+" has changed")
		default:
			diffs = append(diffs, fmt.Sprintf("%s %s then, %s now", k, cmp.Or(then[k], "unset"), cmp.Or(now[k], "unset")))
		}
	}
	if len(diffs) == 0 && m.Key != want.Key {
		diffs = append(diffs, "its key differs")
	}
	return diffs
}

// Facts returns what the mark says, by the word for it: "version", "parts", the keys of settings, and each input as "input NAME".
func (m *Mark) Facts() map[string]string {
	facts := map[string]string{"version": m.Version, "parts": fmt.Sprint(max(m.Parts, 1))}
	settings := map[string]json.RawMessage{}
	json.Unmarshal(m.Config, &settings)
	for k, raw := range settings {
		var b bytes.Buffer
		json.Compact(&b, raw)
		facts[k] = b.String()
	}
	for _, in := range m.Inputs {
		label := "input " + strings.TrimSuffix(in.Port+" "+in.Name, " ")
		facts[label] += " " // also without a file
		for _, f := range in.Files {
			facts[label] += path.Base(f.Path) + " " + f.identity() + " "
		}
	}
	return facts
}
