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

// validation collects what is wrong with a stage.
type validation struct {
	errs  []error
	taken []string // flags, and what else there may be once
}

// want adds an error unless ok.
func (v *validation) want(ok bool, format string, args ...any) {
	if !ok {
		v.errs = append(v.errs, fmt.Errorf(format, args...))
	}
}

// claim takes a name for what, the only one that may have it.
func (v *validation) claim(what, name string) {
	v.want(!slices.Contains(v.taken, name), "%s: %s is taken", what, name)
	v.taken = append(v.taken, name)
}

// described wants a doc, a schema and patterns that can match.
func (v *validation) described(what, doc, schema string, patterns ...string) {
	v.want(schema != "", "%s: no schema", what)
	v.want(strings.TrimSpace(doc) != "", "%s: no doc", what)
	for _, p := range patterns {
		_, err := path.Match(p, "")
		v.want(err == nil, "%s: pattern %q: %w", what, p, err)
	}
}

// Validate reports what is wrong with the stage itself: an invalid or missing name, an empty Doc, no Run, two ports
// with one name, a port without a schema, or a setting without key, help or a supported type. Every program validates
// its stage first, and so should a test.
func (s Stage[C]) Validate() error {
	v := &validation{}
	v.want(commandForm.MatchString(s.Name), "name %q: want one word or two of lower-case letters, digits and dashes", s.Name)
	v.want(s.Version != "", "no version")
	v.want(strings.TrimSpace(s.Doc) != "", "no doc")
	v.want(s.Run != nil, "no Run")
	v.want(s.Layout >= Whole && s.Layout <= Answer, "unknown %v", s.Layout)
	v.want(s.Layout != Answer || len(s.Outputs) == 1 && s.Outputs[0].Stream, "layout %v: want one output, a stream", s.Layout)
	for _, flag := range cli.Reserved(s.Layout == Parted) {
		v.claim("every stage", "--"+flag)
	}
	for _, in := range s.Inputs {
		v.want(nameForm.MatchString(in.Name), "input %q: want lower-case letters, digits and dashes", in.Name)
		v.described("input "+in.Name, in.Doc, in.Schema, in.Files...)
		v.claim("input "+in.Name, "--"+in.Name)
		if in.Argument {
			v.want(in.Many, "input %s: an argument may be repeated", in.Name)
			v.claim("input "+in.Name, "the argument")
		}
	}
	fields, err := config.Fields(&s.Config)
	v.want(err == nil, "%w", err)
	for _, f := range fields {
		v.claim("setting "+f.Key, f.Flag)
	}
	for _, key := range s.Usual {
		v.want(slices.ContainsFunc(fields, func(f config.Field) bool { return f.Key == key }), "usual: there is no setting %s", key)
	}
	v.want(len(s.Outputs) > 0, "no outputs")
	for _, o := range s.Outputs {
		v.want(output.IsLocal(o.Name), "output %q: want a file name below the output folder", o.Name)
		v.described("output "+o.Name, o.Doc, o.Schema, o.Name)
		v.claim("output", o.Name)
	}
	for _, p := range s.Presets {
		v.want(nameForm.MatchString(p.Name), "preset %q: want lower-case letters, digits and dashes", p.Name)
		v.want(p.Apply != nil, "preset %s: no Apply", p.Name)
		v.claim("preset", p.Name)
	}
	if len(v.errs) > 0 {
		return fmt.Errorf("stage %s is not well formed: %w", s.Name, errors.Join(v.errs...))
	}
	return nil
}
