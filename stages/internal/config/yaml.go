package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFile is the largest size of a pipeline.yaml, in bytes. It bounds what the parser takes.
const maxFile = 64 << 10

// Section is the part of a pipeline.yaml for one stage. The zero value is empty.
type Section struct {
	File    string
	entries map[string]entry // by key
}

type entry struct {
	line  int // of the key
	value *yaml.Node
}

// ReadSection reads the section name of the YAML file: a mapping of settings under a key of that name. A file without it gives an
// empty section. own are the sections of this program. A key that begins with its name and is none of them is refused, and so is one
// that looks like one of them with a slip; others belong to other programs, or are places for anchors. Every error names the file.
func ReadSection(file, name string, own []string) (Section, error) {
	none := Section{File: file}
	top, err := document(file)
	if err != nil || top == nil {
		return none, err
	}
	sections, err := mapping(file, "the file", top)
	if err != nil {
		return none, err
	}
	program, _, _ := strings.Cut(own[0], " ")
	for _, key := range slices.Sorted(maps.Keys(sections.entries)) {
		first, _, _ := strings.Cut(key, " ")
		nearest := Nearest(key, own)
		if !slices.Contains(own, key) && !strings.HasPrefix(key, "x-") && (first == program || nearest != "") {
			return none, sections.errorf(key, "unknown stage; want %s%s", strings.Join(own, ", "), nearest)
		}
	}
	if sections.Has(name) {
		return mapping(file, name, sections.entries[name].value)
	}
	return none, nil
}

// document returns the only document of the file; nil if the file is empty.
func document(file string) (*yaml.Node, error) {
	// A pipe that nobody writes to would keep Open waiting for ever.
	if info, err := os.Stat(file); err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return nil, fmt.Errorf("%s: is a pipe; write the settings into a file", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: has more than the %d bytes that are allowed", file, maxFile)
	}
	var first, second yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(data))
	if err := documents.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, placed(file, err)
	}
	if err := documents.Decode(&second); err == nil {
		return nil, fmt.Errorf("%s:%d: a second document; want one", file, second.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, placed(file, err)
	}
	return first.Content[0], nil
}

// placed names the file in an error of the parser, which names the line.
func placed(file string, err error) error {
	text := strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), "yaml: ")
	return fmt.Errorf("%s: %s", file, strings.TrimPrefix(text, "unmarshal errors: "))
}

// mapping returns the section that a mapping is. Null is an empty one.
func mapping(file, name string, n *yaml.Node) (Section, error) {
	s := Section{file, map[string]entry{}}
	return s, s.add(name, n, 0)
}

// maxMerged is the largest depth of mappings merged into each other. A mapping merged into itself would never end.
const maxMerged = 20

// add adds the entries of a mapping, and those of one that it merges (<<) unless it overrides them.
func (s Section) add(name string, n *yaml.Node, depth int) error {
	if n.ShortTag() == "!!null" {
		return nil
	}
	line := n.Line
	if n = target(n); n.Kind != yaml.MappingNode || depth > maxMerged {
		return fmt.Errorf("%s:%d: %s: want a mapping of keys to values", s.File, line, name)
	}
	var merged *yaml.Node
	seen := map[string]bool{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			return fmt.Errorf("%s:%d: %s: is given twice", s.File, key.Line, key.Value)
		}
		seen[key.Value] = true
		if key.ShortTag() == "!!merge" {
			merged = value
		} else if !s.Has(key.Value) {
			s.entries[key.Value] = entry{key.Line, target(value)}
		}
	}
	if merged == nil {
		return nil
	}
	return s.add("<<", merged, depth+1)
}

// target follows an alias to the node that it stands for.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// Presets returns the value of the key preset: a name or a list of names; nil without the key.
func (s Section) Presets() ([]string, error) {
	if !s.Has("preset") {
		return nil, nil
	}
	list, ok := texts(s.entries["preset"].value)
	if !ok {
		return nil, s.errorf("preset", "want a name or a list of names")
	}
	return list, nil
}

// Apply applies the section to the fields. It fails at a key that is not a setting or whose value has another type than its setting.
func (s Section) Apply(fields []Field) error {
	keys := []string{}
	for _, f := range fields {
		keys = append(keys, f.Key)
		if !s.Has(f.Key) {
			continue
		}
		if err := f.set(s.entries[f.Key].value); err != nil {
			return s.errorf(f.Key, "%w", err)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.entries)) {
		if key != "preset" && !slices.Contains(keys, key) {
			return s.errorf(key, "unknown key%s", Nearest(key, keys))
		}
	}
	return nil
}

// set sets the field to a value of its type: the decoder of yaml takes a number for text and NaN for a number.
func (f Field) set(n *yaml.Node) error {
	if f.Type == "array" {
		list, ok := texts(n)
		if !ok {
			return fmt.Errorf("want %s", f.wanted())
		}
		f.setList(list)
		return nil
	}
	text := n.Value
	switch tag := n.ShortTag(); {
	case n.Kind != yaml.ScalarNode:
		return fmt.Errorf("a list or a mapping is not %s", f.wanted())
	case f.Type == "string" && tag != "!!str" && tag != "!!timestamp":
		if text == "" {
			text = "no value"
		}
		return fmt.Errorf("%s is not text; put it in quotes if it is", text)
	case f.Type == "boolean" && tag != "!!bool", f.Type == "integer" && tag != "!!int", f.Type == "number" && tag != "!!int" && tag != "!!float":
		return f.wrong(text)
	case f.Type == "integer", f.Type == "number":
		text = strings.TrimPrefix(strings.ReplaceAll(text, "_", ""), "+")
	}
	return f.Parse(text)
}

// texts reads a sequence of texts, or one text as a list of one element.
func texts(n *yaml.Node) ([]string, bool) {
	nodes := n.Content
	if n.Kind != yaml.SequenceNode {
		nodes = []*yaml.Node{n}
	}
	list := []string{}
	for _, n := range nodes {
		if n = target(n); n.ShortTag() != "!!str" {
			return nil, false
		}
		list = append(list, n.Value)
	}
	return list, true
}

func (s Section) errorf(key, format string, args ...any) error {
	return fmt.Errorf("%s: %w", s.Place(key), fmt.Errorf(format, args...))
}

// Place returns file:line: key for a key of the section.
func (s Section) Place(key string) string {
	if !s.Has(key) {
		return s.File
	}
	return fmt.Sprintf("%s:%d: %s", s.File, s.entries[key].line, key)
}

// Has reports whether the section gives a setting by its key.
func (s Section) Has(key string) bool {
	_, ok := s.entries[key]
	return ok
}
