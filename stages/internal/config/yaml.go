package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
	"github.com/xrash/smetrics"
)

// Section is the part of a pipeline.yaml that is about one stage. The zero value is an empty one.
type Section struct {
	File    string
	entries []entry
	anchors map[string]ast.Node
}

type entry struct {
	key   string
	line  int
	value ast.Node
}

// ReadSection reads the section name of the YAML file: a mapping of settings below a key of that name. known are
// the sections that the file may have; keys that begin with x- are left alone (a place for anchors). A file without
// the section gives an empty one. Every error names file and line.
func ReadSection(file, name string, known []string) (Section, error) {
	s := Section{File: file, anchors: map[string]ast.Node{}}
	words, err := tokens(file)
	if err != nil {
		return s, err
	}
	tree, err := parser.Parse(words, 0)
	if err != nil {
		return s, syntax(file, err)
	}
	if len(tree.Docs) > 1 && tree.Docs[1].Body != nil {
		return s, fmt.Errorf("%s:%d: a second document; want one", file, tree.Docs[1].Body.GetToken().Position.Line)
	}
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return s, nil
	}
	ast.Walk(anchorVisitor(s.anchors), tree.Docs[0].Body)
	top, err := s.mapping("", tree.Docs[0].Body)
	if err != nil {
		return s, err
	}
	for _, e := range top {
		switch {
		case e.key == name:
			if s.entries, err = s.mapping(name, e.value); err != nil {
				return s, err
			}
		case !slices.Contains(known, e.key) && !strings.HasPrefix(e.key, "x-"):
			return s, s.errorf(e, "unknown stage; want %s%s", strings.Join(known, ", "), Nearest(e.key, known))
		}
	}
	return s, nil
}

// syntax rewrites a parser error, which carries an excerpt on further lines, as file:line: message.
func syntax(file string, err error) error {
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil {
		return fmt.Errorf("%s:%d: %s", file, y.GetToken().Position.Line, y.GetMessage())
	}
	return fmt.Errorf("%s: %w", file, err)
}

type anchorVisitor map[string]ast.Node

func (v anchorVisitor) Visit(n ast.Node) ast.Visitor {
	if a, ok := n.(*ast.AnchorNode); ok {
		v[a.Name.GetToken().Value] = a.Value
	}
	return v
}

// resolve follows anchors and aliases to the node that holds the value; an alias without anchor gives nil.
func (s Section) resolve(n ast.Node) ast.Node {
	for range 100 { // an alias inside its own anchor would not end
		switch x := n.(type) {
		case *ast.AnchorNode:
			n = x.Value
		case *ast.AliasNode:
			n = s.anchors[x.Value.GetToken().Value]
		default:
			return n
		}
	}
	return nil
}

// maxMerged is how deep mappings may be merged into each other. One that is merged into itself would not end.
const maxMerged = 20

// mapping lists the entries of a mapping below the key parent, merged ones (<<) first. Null is an empty mapping.
func (s Section) mapping(parent string, n ast.Node) ([]entry, error) {
	return s.merged(parent, n, 0)
}

func (s Section) merged(parent string, n ast.Node, depth int) ([]entry, error) {
	n0 := n
	if depth > maxMerged {
		return nil, fmt.Errorf("%s:%d: mappings are merged into themselves", s.File, n.GetToken().Position.Line)
	}
	var values []*ast.MappingValueNode
	switch x := s.resolve(n).(type) {
	case *ast.MappingNode:
		values = x.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{x}
	case *ast.NullNode:
	default:
		what := "the file"
		if parent != "" {
			what = parent
		}
		return nil, fmt.Errorf("%s:%d: %s: want a mapping of keys to values", s.File, n0.GetToken().Position.Line, what)
	}
	var merged, own []entry
	for _, v := range values {
		if v.Key.IsMergeKey() {
			if _, loop := s.resolve(v.Value).(*ast.AliasNode); loop {
				continue
			}
			inner, err := s.merged("<<", v.Value, depth+1)
			if err != nil {
				return nil, err
			}
			merged = append(merged, inner...)
			continue
		}
		tok := v.Key.GetToken()
		own = append(own, entry{key: tok.Value, line: tok.Position.Line, value: v.Value})
	}
	merged = slices.DeleteFunc(merged, func(m entry) bool {
		return slices.ContainsFunc(own, func(o entry) bool { return o.key == m.key })
	})
	return append(merged, own...), nil
}

func (s Section) errorf(e entry, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s: %w", s.File, e.line, e.key, fmt.Errorf(format, args...))
}

// Place is file:line: key of a key that the section has.
func (s Section) Place(key string) string {
	for _, e := range s.entries {
		if e.key == key {
			return fmt.Sprintf("%s:%d: %s", s.File, e.line, e.key)
		}
	}
	return s.File
}

// Has reports whether the section gives a setting by its key.
func (s Section) Has(key string) bool {
	return slices.ContainsFunc(s.entries, func(e entry) bool { return e.key == key })
}

// Presets is the value of the key preset: a name or a list of names; nil without the key.
func (s Section) Presets() ([]string, error) {
	for _, e := range s.entries {
		if e.key == "preset" {
			list, ok := s.list(e.value)
			if !ok {
				return nil, s.errorf(e, "want a name or a list of names")
			}
			return list, nil
		}
	}
	return nil, nil
}

// Apply lays the section over the fields. It fails at the first key that is no setting or whose value has another
// type than its setting.
func (s Section) Apply(fields []Field) error {
	for _, e := range s.entries {
		if e.key == "preset" {
			continue
		}
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == e.key })
		if i < 0 {
			var keys []string
			for _, f := range fields {
				keys = append(keys, f.Key)
			}
			return s.errorf(e, "unknown key%s", Nearest(e.key, keys))
		}
		if err := s.set(fields[i], e); err != nil {
			return err
		}
	}
	return nil
}

func (s Section) set(f Field, e entry) error {
	n := s.resolve(e.value)
	if f.Kind == Strings {
		list, ok := s.list(n)
		if !ok {
			return s.errorf(e, "want %s", f.Kind)
		}
		f.setList(list)
		return nil
	}
	ok := false
	switch x := n.(type) {
	case *ast.BoolNode:
		ok = f.Kind == Bool
	case *ast.IntegerNode:
		ok = f.Kind == Int || f.Kind == Uint || f.Kind == Float
	case *ast.FloatNode:
		ok = f.Kind == Float
	case *ast.StringNode: // 1e-4 without a dot is plain text to YAML 1.2
		ok = f.Kind == String || f.Kind == Float && x.Token.Type == token.StringType
	case *ast.LiteralNode:
		ok = f.Kind == String
	}
	if _, isText := n.(*ast.StringNode); !ok && f.Kind == String && !isText && n != nil {
		return s.errorf(e, "%s is not text; put it in quotes if it is", shown(n))
	}
	if !ok {
		return s.errorf(e, "%s is not %s%s", shown(n), f.Kind, f.limits())
	}
	text := scalar(n)
	if f.Kind == Int || f.Kind == Uint || f.Kind == Float {
		text = strings.ReplaceAll(text, "_", "")
	}
	if f.Kind == Float { // 0x10 is a whole number to YAML and no decimal
		text = strings.TrimPrefix(text, "+")
	}
	if err := f.Parse(text); err != nil {
		return s.errorf(e, "%w", err)
	}
	return nil
}

// list reads a sequence of texts, or one text as a list of one.
func (s Section) list(n ast.Node) ([]string, bool) {
	n = s.resolve(n)
	if str, ok := n.(*ast.StringNode); ok {
		return []string{str.Value}, true
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, false
	}
	list := []string{}
	for _, v := range seq.Values {
		str, ok := s.resolve(v).(*ast.StringNode)
		if !ok {
			return nil, false
		}
		list = append(list, str.Value)
	}
	return list, true
}

func scalar(n ast.Node) string {
	switch x := n.(type) {
	case *ast.StringNode:
		return x.Value
	case *ast.LiteralNode:
		return x.Value.Value
	}
	return n.GetToken().Value
}

// shown is a value as an error message quotes it.
func shown(n ast.Node) string {
	switch n.(type) {
	case nil:
		return "an alias without anchor"
	case *ast.NullNode:
		return "no value"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.StringNode, *ast.LiteralNode:
		return fmt.Sprintf("%q", scalar(n))
	}
	return scalar(n)
}

// Nearest is "; did you mean X?" with the one of names that word is most likely meant to be: the first of those with
// the fewest letters that are wrong, missing or too many. It is "" when more than two are in each of them.
func Nearest(word string, names []string) string {
	best, bestAt := "", 3
	for _, n := range names {
		if d := smetrics.WagnerFischer(word, n, 1, 1, 1); d < bestAt {
			best, bestAt = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}
