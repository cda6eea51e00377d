package stages

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

var (
	nameForm    = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	commandForm = regexp.MustCompile(`^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)?$`)
)

// Validate reports what is wrong with the stage itself: an invalid or missing name, an empty Doc, no Run, two ports
// with one name, a port without a schema, or a setting without key, help or a supported type. Every program validates
// its stage first, and so should a test.
func (s Stage[C]) Validate() error {
	var errs []error
	add := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if !commandForm.MatchString(s.Name) {
		add("name %q: want one word or two of lower-case letters, digits and dashes", s.Name)
	}
	if s.Version == "" {
		add("no version")
	}
	if strings.TrimSpace(s.Doc) == "" {
		add("no doc")
	}
	if s.Run == nil {
		add("no Run")
	}
	if s.Layout < Whole || s.Layout > Answer {
		add("unknown %v", s.Layout)
	}
	if s.Layout == Answer && (len(s.Outputs) != 1 || !s.Outputs[0].Stream) {
		add("layout %v: want one output, a stream", s.Layout)
	}
	taken := cli.Reserved(s.Layout == Parted)
	claim := func(what, flag string) {
		if slices.Contains(taken, flag) {
			add("%s %s: the flag --%s is taken", what, flag, flag)
		}
		taken = append(taken, flag)
	}
	for _, in := range s.Inputs {
		errs = append(errs, validateInput(in)...)
		claim("input", in.Name)
	}
	errs = append(errs, validateOutputs(s.Outputs)...)
	fields, err := config.Fields(&s.Config)
	if err != nil {
		errs = append(errs, err)
	}
	for _, f := range fields {
		claim("setting", f.Name())
	}
	for _, key := range s.Usual {
		if !slices.ContainsFunc(fields, func(f config.Field) bool { return f.Key == key }) {
			add("usual: there is no setting %s", key)
		}
	}
	errs = append(errs, s.validateWhen(fields)...)
	errs = append(errs, validatePresets(s.Presets)...)
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("stage %s is not well formed: %w", s.Name, err)
	}
	return nil
}

func validateInput(in Input) (errs []error) {
	if !nameForm.MatchString(in.Name) {
		errs = append(errs, fmt.Errorf("input %q: want lower-case letters, digits and dashes", in.Name))
	}
	if in.Schema == "" {
		errs = append(errs, fmt.Errorf("input %s: no schema", in.Name))
	}
	if strings.TrimSpace(in.Doc) == "" {
		errs = append(errs, fmt.Errorf("input %s: no doc", in.Name))
	}
	for _, p := range in.Files {
		if _, err := path.Match(p, ""); err != nil {
			errs = append(errs, fmt.Errorf("input %s: pattern %q: %w", in.Name, p, err))
		}
	}
	return errs
}

func validateOutputs(outs []Output) (errs []error) {
	if len(outs) == 0 {
		errs = append(errs, errors.New("no outputs"))
	}
	var names []string
	for _, o := range outs {
		if slices.Contains(names, o.Name) {
			errs = append(errs, fmt.Errorf("two outputs named %s", o.Name))
		}
		names = append(names, o.Name)
		if _, err := path.Match(o.Name, ""); err != nil || !output.IsLocal(o.Name) {
			errs = append(errs, fmt.Errorf("output %q: want a file name below the output folder", o.Name))
		}
		if o.Schema == "" {
			errs = append(errs, fmt.Errorf("output %s: no schema", o.Name))
		}
		if strings.TrimSpace(o.Doc) == "" {
			errs = append(errs, fmt.Errorf("output %s: no doc", o.Name))
		}
	}
	return errs
}

func validatePresets[C any](presets []Preset[C]) (errs []error) {
	var names []string
	for _, p := range presets {
		if !nameForm.MatchString(p.Name) {
			errs = append(errs, fmt.Errorf("preset %q: want lower-case letters, digits and dashes", p.Name))
		}
		if p.Apply == nil {
			errs = append(errs, fmt.Errorf("preset %s: no Apply", p.Name))
		}
		if slices.Contains(names, p.Name) {
			errs = append(errs, fmt.Errorf("two presets named %s", p.Name))
		}
		names = append(names, p.Name)
	}
	return errs
}

// validateWhen reports outputs whose When names something that the stage does not have.
func (s Stage[C]) validateWhen(fields []config.Field) (errs []error) {
	for _, o := range s.Outputs {
		for _, when := range strings.FieldsFunc(strings.Join(o.When, "+"), func(r rune) bool { return r == '+' }) {
			key, _, _ := strings.Cut(when, "=")
			input := slices.ContainsFunc(s.Inputs, func(in Input) bool { return in.Name == key })
			setting := slices.ContainsFunc(fields, func(f config.Field) bool { return f.Key == key })
			if !input && !setting {
				errs = append(errs, fmt.Errorf("output %s: its When names %s, which is neither an input nor a setting", o.Name, key))
			}
		}
	}
	return errs
}
