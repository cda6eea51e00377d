package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Section is the part of a pipeline.yaml for one stage. The zero value is empty.
//
// The decoder of goccy/go-yaml does not do for it, strict or not: it takes 1.5 for a whole number, a number for text and NaN for a
// number, and refuses a key that overrides a merged one. So its parser makes the tree, and values are told by the types of nodes.
type Section struct {
	File    string
	entries []entry
	anchors anchors
}

type entry struct {
	key   string
	line  int
	value ast.Node
}

// ReadSection reads the section name of the YAML file: a mapping of settings under a key of that name. A file without it gives an
// empty section. own are the sections of this program. A key that begins with its name and is none of them is refused, and so is one
// that looks like one of them with a slip; others belong to other programs, or are places for anchors. Every error names file and line.
func ReadSection(file, name string, own []string) (Section, error) {
	s := Section{File: file, anchors: anchors{}}
	words, err := tokens(file)
	if err != nil {
		return s, err
	}
	tree, err := parser.Parse(words, 0)
	if err != nil {
		return s, syntax(file, err)
	}
	if len(tree.Docs) > 1 && tree.Docs[1].Body != nil {
		return s, fmt.Errorf("%s:%d: a second document; want one", file, line(tree.Docs[1].Body))
	}
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return s, nil
	}
	ast.Walk(s.anchors, tree.Docs[0].Body)
	top, err := s.mapping("the file", tree.Docs[0].Body, 0)
	for _, e := range top {
		program, _, _ := strings.Cut(own[0], " ")
		switch first, _, _ := strings.Cut(e.key, " "); {
		case e.key == name:
			s.entries, err = s.mapping(name, e.value, 0)
		case slices.Contains(own, e.key) || strings.HasPrefix(e.key, "x-"):
		case first == program, Nearest(e.key, own) != "":
			return s, s.errorf(e, "unknown stage; want %s%s", strings.Join(own, ", "), Nearest(e.key, own))
		}
		if err != nil {
			return s, err
		}
	}
	return s, err
}

func line(n ast.Node) int { return n.GetToken().Position.Line }

// syntax rewrites a parser error, which has an excerpt on further lines, as file:line: message.
func syntax(file string, err error) error {
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil {
		return fmt.Errorf("%s:%d: %s", file, y.GetToken().Position.Line, y.GetMessage())
	}
	return fmt.Errorf("%s: %w", file, err)
}

// anchors are the values that aliases stand for, by their names.
type anchors map[string]ast.Node

// Visit implements ast.Visitor.
func (a anchors) Visit(n ast.Node) ast.Visitor {
	if anchor, ok := n.(*ast.AnchorNode); ok {
		a[anchor.Name.GetToken().Value] = anchor.Value
	}
	return a
}

// resolve follows anchors and aliases to the node that holds the value; an alias without an anchor gives nil.
func (a anchors) resolve(n ast.Node) ast.Node {
	for range 100 { // an alias inside its own anchor would never end
		switch x := n.(type) {
		case *ast.AnchorNode:
			n = x.Value
		case *ast.AliasNode:
			n = a[x.Value.GetToken().Value]
		default:
			return n
		}
	}
	return nil
}

// maxMerged is the largest depth of mappings merged into each other. A mapping merged into itself would never end.
const maxMerged = 20

// mapping returns the entries of a mapping, its own and merged ones (<<) that it does not override. Null is an empty mapping.
func (s Section) mapping(name string, n ast.Node, depth int) (own []entry, err error) {
	if depth > maxMerged {
		return nil, fmt.Errorf("%s:%d: mappings are merged into themselves", s.File, line(n))
	}
	resolved := s.anchors.resolve(n)
	if _, null := resolved.(*ast.NullNode); null {
		return nil, nil
	}
	values, ok := resolved.(ast.MapNode)
	if !ok {
		return nil, fmt.Errorf("%s:%d: %s: want a mapping of keys to values", s.File, line(n), name)
	}
	var merged []entry
	for v := values.MapRange(); v.Next(); {
		if v.Key().IsMergeKey() {
			if merged, err = s.mapping("<<", v.Value(), depth+1); err != nil {
				return nil, err
			}
			continue
		}
		own = append(own, entry{v.Key().GetToken().Value, line(v.Key()), v.Value()})
	}
	for _, m := range merged {
		if !slices.ContainsFunc(own, func(o entry) bool { return o.key == m.key }) {
			own = append(own, m)
		}
	}
	return own, nil
}

func (s Section) errorf(e entry, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s: %w", s.File, e.line, e.key, fmt.Errorf(format, args...))
}

// find returns the entry of a key; ok is false without one.
func (s Section) find(key string) (e entry, ok bool) {
	i := slices.IndexFunc(s.entries, func(e entry) bool { return e.key == key })
	if i < 0 {
		return e, false
	}
	return s.entries[i], true
}

// Place returns file:line: key for a key of the section.
func (s Section) Place(key string) string {
	if e, ok := s.find(key); ok {
		return fmt.Sprintf("%s:%d: %s", s.File, e.line, e.key)
	}
	return s.File
}

// Has reports whether the section gives a setting by its key.
func (s Section) Has(key string) bool {
	_, ok := s.find(key)
	return ok
}
