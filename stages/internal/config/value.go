package config

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Presets returns the value of the key preset: a name or a list of names; nil without the key.
func (s Section) Presets() ([]string, error) {
	e, ok := s.find("preset")
	if !ok {
		return nil, nil
	}
	list, ok := s.list(e.value)
	if !ok {
		return nil, s.errorf(e, "want a name or a list of names")
	}
	return list, nil
}

// Apply applies the section to the fields. It fails at the first key that is not a setting or whose value has another
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
	n := s.anchors.resolve(e.value)
	if f.Type == "array" {
		list, ok := s.list(n)
		if !ok {
			return s.errorf(e, "want %s", f.wanted())
		}
		f.setList(list)
		return nil
	}
	text, types := scalar(n)
	if slices.Contains(types, f.Type) {
		if err := f.Parse(text); err != nil {
			return s.errorf(e, "%w", err)
		}
		return nil
	}
	switch {
	case f.Type == "string" && n != nil:
		return s.errorf(e, "%s is not text; put it in quotes if it is", text)
	case slices.Contains(types, "string"):
		return s.errorf(e, "%w", f.wrong(text))
	}
	return s.errorf(e, "%s is not %s", text, f.wanted())
}

// scalar returns the text of a value and the types of the settings that it may be for. Of a value for none, and of text that is not for
// them, the text is what an error message says.
func scalar(n ast.Node) (text string, types []string) {
	number := func() string { return strings.TrimPrefix(strings.ReplaceAll(n.GetToken().Value, "_", ""), "+") }
	switch x := n.(type) {
	case nil:
		return "an alias without anchor", nil
	case *ast.NullNode:
		return "no value", nil
	case *ast.SequenceNode:
		return "a list", nil
	case ast.MapNode:
		return "a mapping", nil
	case *ast.BoolNode:
		return x.GetToken().Value, []string{"boolean"}
	case *ast.IntegerNode:
		return number(), []string{"integer", "number"}
	case *ast.FloatNode:
		return number(), []string{"number"}
	case *ast.LiteralNode:
		return x.Value.Value, []string{"string"}
	case *ast.StringNode:
		if x.Token.Type == token.StringType { // YAML 1.2 reads 1e-4, without a dot, as plain text
			return x.Value, []string{"string", "number"}
		}
		return x.Value, []string{"string"}
	}
	return n.GetToken().Value, nil
}

// list reads a sequence of texts, or one text as a list of one element.
func (s Section) list(n ast.Node) ([]string, bool) {
	n = s.anchors.resolve(n)
	if text, ok := n.(*ast.StringNode); ok {
		return []string{text.Value}, true
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, false
	}
	list := []string{}
	for _, v := range seq.Values {
		text, ok := s.anchors.resolve(v).(*ast.StringNode)
		if !ok {
			return nil, false
		}
		list = append(list, text.Value)
	}
	return list, true
}
