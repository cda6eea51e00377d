// Package config handles the settings of a stage: the fields of a struct that are tagged with a key. It provides their
// names, flags and help texts, sets them from text or from a pipeline.yaml, and writes them as JSON.
package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// Field is one setting: a field of the struct given to Fields. As JSON it is what --describe says of it.
type Field struct {
	Key     string   `json:"key"`               // name in pipeline.yaml
	Flag    string   `json:"flag"`              // name on a command line: --batch-size
	Type    string   `json:"type"`              // as in JSON Schema: boolean, integer, number, string, or array, which holds strings
	Default any      `json:"default"`           // its value when Fields was called
	Choices []string `json:"choices,omitempty"` // the allowed texts, for each element of a list; nil: any
	Range   string   `json:"range,omitempty"`   // the allowed numbers: [0,1) holds 0 but not 1; empty: any
	Free    bool     `json:"free,omitempty"`    // cannot change a byte of the output
	File    bool     `json:"file,omitempty"`    // names a file, whose content is part of the key instead of the name
	Help    string   `json:"help"`              // one line
	v       reflect.Value
	content string // digest of a File, see Digest
}

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// Fields returns the settings of the struct that ptr points to, in the order of the struct; embedded structs are
// flattened. It fails if an exported field has no key, no help, or an unsupported type.
func Fields(ptr any) ([]Field, error) {
	v := reflect.ValueOf(ptr)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("settings are a %T, want a struct", ptr)
	}
	var fields []Field
	var errs []error
	for _, sf := range reflect.VisibleFields(v.Elem().Type()) {
		tag, tagged := sf.Tag.Lookup("key")
		if tag == "-" || !sf.IsExported() || sf.Anonymous && !tagged {
			continue
		}
		f, err := field(sf, tag, v.Elem().FieldByIndex(sf.Index))
		fields, errs = append(fields, f), append(errs, err)
	}
	return fields, errors.Join(errs...)
}

// field returns the setting of a field whose tag key is tag.
func field(sf reflect.StructField, tag string, v reflect.Value) (Field, error) {
	key, option, _ := strings.Cut(tag, ",")
	f := Field{Key: key, Flag: "--" + strings.ReplaceAll(key, "_", "-"), Help: sf.Tag.Get("help"), Free: option == "free", File: option == "file", Range: sf.Tag.Get("range"), v: v}
	if choices := sf.Tag.Get("choices"); choices != "" {
		f.Choices = strings.Split(choices, ",")
	}
	if !keyForm.MatchString(key) || (option != "" && option != "free" && option != "file") {
		return f, fmt.Errorf("field %s: key %q: want lower_case_words, at most with ,free or ,file", sf.Name, tag)
	}
	if f.Help == "" {
		return f, fmt.Errorf("setting %s: no help", key)
	}
	if f.Type = typeOf(v); f.Type == "" {
		return f, fmt.Errorf("setting %s: a %s cannot be set", key, sf.Type)
	}
	f.Default = f.Value()
	switch _, err := parseInterval(f.Range); {
	case f.File && f.Type != "string":
		return f, fmt.Errorf("setting %s: %s names no file", key, f.wanted())
	case f.Choices != nil && f.Type != "string" && f.Type != "array":
		return f, fmt.Errorf("setting %s: choices are for text", key)
	case f.Range != "" && f.Type != "integer" && f.Type != "number":
		return f, fmt.Errorf("setting %s: %s has no range", key, f.wanted())
	case f.Range != "":
		return f, err
	}
	return f, nil
}

// types are what a setting may hold, in JSON Schema and in words.
var types = map[string]string{"boolean": "true or false", "integer": "a whole number", "number": "a number", "string": "text", "array": "a list of texts"}

// typeOf returns the type that a value of v has in JSON Schema; none for what is no setting.
func typeOf(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Bool:
		return "boolean"
	case v.CanInt(), v.CanUint():
		return "integer"
	case v.CanFloat():
		return "number"
	case v.Kind() == reflect.String:
		return "string"
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
		return "array"
	}
	return ""
}

// wanted says in words which values the field takes.
func (f Field) wanted() string {
	if f.v.CanUint() {
		return types[f.Type] + ", not negative"
	}
	return types[f.Type]
}

// Name returns the flag without its dashes.
func (f Field) Name() string { return strings.TrimPrefix(f.Flag, "--") }

// Value returns the present value; of a list, a []string that is never nil.
func (f Field) Value() any {
	if f.Type != "array" {
		return f.v.Interface()
	}
	list := make([]string, f.v.Len())
	for i := range list {
		list[i] = f.v.Index(i).String()
	}
	return list
}

// Zero reports whether the present value is the zero value of its type: false, 0 or empty.
func (f Field) Zero() bool { return f.v.IsZero() || f.Type == "array" && f.v.Len() == 0 }

// Text returns the present value in the form that Parse reads.
func (f Field) Text() string {
	if list, ok := f.Value().([]string); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(f.Value())
}

// Parse sets the field from the text of a flag; a list is split at commas. The error does not name the field.
func (f Field) Parse(s string) error {
	var err error
	switch v := f.v; {
	case f.Type == "boolean":
		var b bool
		b, err = strconv.ParseBool(s)
		v.SetBool(b)
	case v.CanInt():
		var i int64
		i, err = strconv.ParseInt(s, 0, v.Type().Bits())
		v.SetInt(i)
	case v.CanUint():
		var u uint64
		u, err = strconv.ParseUint(s, 0, v.Type().Bits())
		v.SetUint(u)
	case v.CanFloat():
		var x float64
		x, err = strconv.ParseFloat(s, v.Type().Bits())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			err = strconv.ErrRange
		}
		v.SetFloat(x)
	case f.Type == "string":
		v.SetString(s)
	default:
		f.setList(SplitList(s))
	}
	if err != nil {
		return f.wrong(s)
	}
	return nil
}

func (f Field) wrong(s string) error { return fmt.Errorf("%q is not %s", s, f.wanted()) }

func (f Field) setList(list []string) {
	s := reflect.MakeSlice(f.v.Type(), len(list), len(list))
	for i, x := range list {
		s.Index(i).SetString(x)
	}
	f.v.Set(s)
}

// SplitList splits a,b,c and removes the spaces around its parts; an empty text is an empty list.
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

// Digest reads the files that settings name, and sets the settings to the paths of what the user gave, which may be URLs. It returns the
// first that cannot be read, and the error.
func Digest(fields []Field, path func(given string) (string, error), open func(path string) (io.ReadCloser, error)) (file string, err error) {
	for i := range fields {
		f := &fields[i]
		if !f.File || f.Zero() {
			continue
		}
		at, err := path(f.Text())
		if err != nil {
			return f.Key, err // the URL may have a password
		}
		f.v.SetString(at)
		in, err := open(at)
		if err != nil {
			return at, err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, in)
		if err := errors.Join(err, in.Close()); err != nil {
			return at, err
		}
		f.content = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	}
	return "", nil
}

// JSON returns the settings as one object in the order of fields. With keyed it has only those that can change the output, and
// for files what Digest found.
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
		given := f.Value()
		if keyed && f.content != "" {
			given = f.content
		}
		value, err := json.Marshal(given)
		if err != nil { // a NaN or infinite default
			value, _ = json.Marshal(fmt.Sprint(f.Value()))
		}
		fmt.Fprintf(&b, "%q:%s", f.Key, value)
	}
	b.WriteByte('}')
	return b.Bytes()
}
