package cli

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"wrone2set/stages/internal/fault"
)

// Action is something that the program does instead of its work, when it is given a flag of its own: --show FOLDER.
type Action struct {
	Name  string                                                          // the flag; lower case, letters, digits and dashes
	Value string                                                          // what stands for its value in the help, FOLDER
	Doc   string                                                          // one line for the help text
	Do    func(ctx context.Context, value string, stdout io.Writer) error // ends when ctx does
	// JSON, where it is set, is Do for programs: with --json what it returns is printed as JSON.
	JSON func(ctx context.Context, value string) (any, error)
	// Shape is a zero value of what JSON returns, a struct whose fields have tags json and help, for --describe.
	Shape any
}

// jsonFlag has actions print JSON.
const jsonFlag = "json"

// inJSON are the flags of actions that can print JSON.
func (p *Program) inJSON() (flags []string) {
	for _, a := range p.Actions {
		if a.JSON != nil {
			flags = append(flags, "--"+a.Name)
		}
	}
	return flags
}

// act does what a is about.
func (p *Program) act(ctx context.Context, a Action, value string, asJSON bool, stdout io.Writer) error {
	if !asJSON {
		return a.Do(ctx, value, stdout)
	}
	if a.JSON == nil {
		return fault.Usagef("--%s goes with %s, and not with --%s", jsonFlag, strings.Join(p.inJSON(), ", "), a.Name)
	}
	data, err := a.JSON(ctx, value)
	if err != nil {
		return err
	}
	return writeJSON(stdout, data)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// ActionDescription is an action in a Description.
type ActionDescription struct {
	Flag  string             `json:"flag"`
	Value string             `json:"value"` // what stands for its value: FOLDER
	Doc   string             `json:"doc"`
	JSON  []FieldDescription `json:"json,omitempty"` // what the flag --json has it print; empty: it does not take it
}

// FieldDescription is a field of an object of JSON.
type FieldDescription struct {
	Name  string             `json:"name"`
	Type  string             `json:"type"` // by the names of JSON schemas
	Help  string             `json:"help"`
	Items []FieldDescription `json:"items,omitempty"` // of an array of objects
}

// Describe is the action as data.
func (a Action) Describe() ActionDescription {
	d := ActionDescription{Flag: "--" + a.Name, Value: a.Value, Doc: a.Doc}
	if a.Shape != nil {
		d.JSON = describeFields(reflect.TypeOf(a.Shape))
	}
	return d
}

func describeFields(t reflect.Type) (fields []FieldDescription) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		d := FieldDescription{Name: name, Help: f.Tag.Get("help")}
		switch k := f.Type.Kind(); k {
		case reflect.Bool:
			d.Type = "boolean"
		case reflect.Int, reflect.Int64:
			d.Type = "integer"
		case reflect.Float64:
			d.Type = "number"
		case reflect.Slice:
			d.Type = "array"
			if f.Type.Elem().Kind() == reflect.Struct {
				d.Items = describeFields(f.Type.Elem())
			}
		default:
			d.Type = k.String()
		}
		fields = append(fields, d)
	}
	return fields
}
