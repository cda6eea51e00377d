// Package config reads the settings of a stage: the fields of a struct that are tagged with a key. It knows their
// names, flags and help texts, sets them from text or from a pipeline.yaml, and writes them down as JSON.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// Kind is what a setting holds.
type Kind int

// The kinds of settings.
const (
	Bool Kind = iota
	Int
	Uint
	Float
	String
	Strings
)

// String says in words what a value of the kind looks like.
func (k Kind) String() string {
	return [...]string{"true or false", "a whole number", "a whole number, not negative", "a number", "text", "a list of texts"}[k]
}

// Field is one setting: a field of the struct that Fields was given.
type Field struct {
	Key     string // name in pipeline.yaml
	Help    string // one line
	Kind    Kind
	Free    bool     // cannot change a byte of the output
	Choices []string // the texts that it can be, a list any of them; nil: any
	Range   string   // the numbers that it can be, [0,1) for instance; empty: any
	v       reflect.Value
}

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// Fields returns the settings of the struct that ptr points to, in the order of the struct; embedded structs are
// flattened. It fails when an exported field has no key, no help, a type that cannot be set, or another's key.
func Fields(ptr any) ([]Field, error) {
	v := reflect.ValueOf(ptr)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("settings are a %T, want a struct", ptr)
	}
	fields, errs := collect(v.Elem())
	seen := map[string]bool{"preset": true}
	for _, f := range fields {
		if seen[f.Key] {
			errs = append(errs, fmt.Errorf("setting %s: the key is taken", f.Key))
		}
		seen[f.Key] = true
	}
	return fields, errors.Join(errs...)
}

func collect(v reflect.Value) (fields []Field, errs []error) {
	for i := range v.NumField() {
		sf := v.Type().Field(i)
		tag, tagged := sf.Tag.Lookup("key")
		switch {
		case tag == "-", !sf.IsExported() && !sf.Anonymous:
			continue
		case sf.Anonymous && sf.Type.Kind() == reflect.Struct && !tagged:
			inner, innerErrs := collect(v.Field(i))
			fields, errs = append(fields, inner...), append(errs, innerErrs...)
			continue
		}
		f, err := field(sf, tag, v.Field(i))
		if err != nil {
			errs = append(errs, err)
		}
		fields = append(fields, f)
	}
	return fields, errs
}

func field(sf reflect.StructField, tag string, v reflect.Value) (Field, error) {
	key, option, _ := strings.Cut(tag, ",")
	f := Field{Key: key, Help: sf.Tag.Get("help"), Free: option == "free", Range: sf.Tag.Get("range"), v: v}
	if choices := sf.Tag.Get("choices"); choices != "" {
		f.Choices = strings.Split(choices, ",")
	}
	if !keyForm.MatchString(key) || (option != "" && option != "free") {
		return f, fmt.Errorf("field %s: key %q: want lower_case_words, at most with ,free", sf.Name, tag)
	}
	if f.Help == "" {
		return f, fmt.Errorf("setting %s: no help", key)
	}
	if err := f.kind(sf.Type); err != nil {
		return f, err
	}
	return f, f.limited()
}

// kind finds out what the field holds.
func (f *Field) kind(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Bool:
		f.Kind = Bool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		f.Kind = Int
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		f.Kind = Uint
	case reflect.Float32, reflect.Float64:
		f.Kind = Float
	case reflect.String:
		f.Kind = String
	case reflect.Slice:
		f.Kind = Strings
		if t.Elem().Kind() == reflect.String {
			return nil
		}
		fallthrough
	default:
		return fmt.Errorf("setting %s: a %s cannot be set", f.Key, t)
	}
	return nil
}

// limited refuses limits that the field's type cannot have.
func (f Field) limited() error {
	number := f.Kind == Int || f.Kind == Uint || f.Kind == Float
	switch {
	case f.Choices != nil && f.Kind != String && f.Kind != Strings:
		return fmt.Errorf("setting %s: choices are for text", f.Key)
	case f.Range == "":
		return nil
	case !number:
		return fmt.Errorf("setting %s: %s has no range", f.Key, f.Kind)
	}
	if _, err := parseInterval(f.Range); err != nil {
		return fmt.Errorf("setting %s: %w", f.Key, err)
	}
	return nil
}

// Flag is the name of the setting on a command line, without dashes before it: batch-size.
func (f Field) Flag() string { return strings.ReplaceAll(f.Key, "_", "-") }

// Value is the present value: a bool, int64, uint64, float64, string or []string (never nil).
func (f Field) Value() any {
	switch f.Kind {
	case Bool:
		return f.v.Bool()
	case Int:
		return f.v.Int()
	case Uint:
		return f.v.Uint()
	case Float:
		if f.v.Type().Bits() == 32 { // the shortest decimal of the float32
			x, _ := strconv.ParseFloat(strconv.FormatFloat(f.v.Float(), 'g', -1, 32), 64)
			return x
		}
		return f.v.Float()
	case String:
		return f.v.String()
	}
	list := make([]string, f.v.Len())
	for i := range list {
		list[i] = f.v.Index(i).String()
	}
	return list
}

// Zero reports whether the present value is the zero value of its type: false, 0, no text.
func (f Field) Zero() bool { return f.v.IsZero() || f.Kind == Strings && f.v.Len() == 0 }

// Text is the present value as Parse takes it.
func (f Field) Text() string {
	if list, ok := f.Value().([]string); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(f.Value())
}

// Parse sets the field from text, as a flag gives it; a list is split at commas. The error does not name the field.
func (f Field) Parse(s string) error {
	switch f.Kind {
	case Bool:
		b, err := strconv.ParseBool(s)
		if err != nil {
			return f.wrong(s)
		}
		f.v.SetBool(b)
	case Int:
		i, err := strconv.ParseInt(s, 0, f.v.Type().Bits())
		if err != nil {
			return f.wrong(s)
		}
		f.v.SetInt(i)
	case Uint:
		u, err := strconv.ParseUint(s, 0, f.v.Type().Bits())
		if err != nil {
			return f.wrong(s)
		}
		f.v.SetUint(u)
	case Float:
		x, err := strconv.ParseFloat(s, f.v.Type().Bits())
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return f.wrong(s)
		}
		f.v.SetFloat(x)
	case String:
		f.v.SetString(s)
	case Strings:
		f.setList(SplitList(s))
	}
	return nil
}

func (f Field) wrong(s string) error {
	return fmt.Errorf("%q is not %s%s", s, f.Kind, f.limits())
}

// limits names the range of a field narrower than 64 bits.
func (f Field) limits() string {
	if (f.Kind != Int && f.Kind != Uint) || f.v.Type().Bits() == 64 {
		return ""
	}
	return fmt.Sprintf(" of %d bits", f.v.Type().Bits())
}

func (f Field) setList(list []string) {
	s := reflect.MakeSlice(f.v.Type(), len(list), len(list))
	for i, x := range list {
		s.Index(i).SetString(x)
	}
	f.v.Set(s)
}

// SplitList splits a,b,c and drops the spaces around its parts; an empty text is an empty list.
func SplitList(s string) []string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// JSON writes the settings as one object in the order of fields. With keyed only those that can change the output.
func JSON(fields []Field, keyed bool) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range fields {
		if keyed && f.Free {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(f.Value())
		if err != nil { // a NaN or infinite default
			value, _ = json.Marshal(fmt.Sprint(f.Value()))
		}
		fmt.Fprintf(&b, "%q:%s", f.Key, value)
	}
	b.WriteByte('}')
	return b.Bytes()
}
