package stages

import (
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	if err := copyStage(Whole).Validate(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(*Stage[copyConfig])
		want  string
	}{
		"bad name":          {func(s *Stage[copyConfig]) { s.Name = "Copy it" }, `name "Copy it"`},
		"no name":           {func(s *Stage[copyConfig]) { s.Name = "" }, `name ""`},
		"no version":        {func(s *Stage[copyConfig]) { s.Version = "" }, "no version"},
		"no doc":            {func(s *Stage[copyConfig]) { s.Doc = " \n" }, "no doc"},
		"no run":            {func(s *Stage[copyConfig]) { s.Run = nil }, "no Run"},
		"layout":            {func(s *Stage[copyConfig]) { s.Layout = 9 }, "layout 9"},
		"no outputs":        {func(s *Stage[copyConfig]) { s.Outputs = nil }, "no outputs"},
		"one output twice":  {func(s *Stage[copyConfig]) { s.Outputs[1] = s.Outputs[0] }, "output: lines-*.txt is taken"},
		"output schema":     {func(s *Stage[copyConfig]) { s.Outputs[0].Schema = "" }, "output lines-*.txt: no schema"},
		"output doc":        {func(s *Stage[copyConfig]) { s.Outputs[0].Doc = "" }, "output lines-*.txt: no doc"},
		"output elsewhere":  {func(s *Stage[copyConfig]) { s.Outputs[0].Name = "../x" }, "below the output folder"},
		"hidden output":     {func(s *Stage[copyConfig]) { s.Outputs[0].Name = ".x" }, "below the output folder"},
		"output manifest":   {func(s *Stage[copyConfig]) { s.Outputs[0].Name = "manifest.json" }, "below the output folder"},
		"input name":        {func(s *Stage[copyConfig]) { s.Inputs[0].Name = "a b" }, `input "a b"`},
		"input schema":      {func(s *Stage[copyConfig]) { s.Inputs[0].Schema = "" }, "input lines: no schema"},
		"input doc":         {func(s *Stage[copyConfig]) { s.Inputs[0].Doc = "" }, "input lines: no doc"},
		"one input twice":   {func(s *Stage[copyConfig]) { s.Inputs[1].Name = "lines" }, "input lines: --lines is taken"},
		"input and flag":    {func(s *Stage[copyConfig]) { s.Inputs[1].Name = "out" }, "input out: --out is taken"},
		"input and setting": {func(s *Stage[copyConfig]) { s.Inputs[1].Name = "batch-size" }, "batch-size is taken"},
		"input pattern":     {func(s *Stage[copyConfig]) { s.Inputs[0].Files = []string{"["} }, "pattern"},
		"three words":       {func(s *Stage[copyConfig]) { s.Name = "copy two times" }, `name "copy two times"`},
		"usual":             {func(s *Stage[copyConfig]) { s.Usual = []string{"lines-of"} }, "usual: there is no setting lines-of"},
		"answer":            {func(s *Stage[copyConfig]) { s.Layout = Answer }, "layout answer: want one output, a stream"},
		"one preset twice":  {func(s *Stage[copyConfig]) { s.Presets[1].Name = "big" }, "preset: big is taken"},
		"preset of nothing": {func(s *Stage[copyConfig]) { s.Presets[1].Apply = nil }, "preset upper: no Apply"},
		"preset name":       {func(s *Stage[copyConfig]) { s.Presets[1].Name = "a,b" }, `preset "a,b"`},
	} {
		t.Run(name, func(t *testing.T) {
			s := copyStage(Whole)
			c.spoil(&s)
			err := s.Validate()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
			if code, _, _ := run(t, s, "--describe"); code != ExitFailed {
				t.Errorf("exit code %d", code)
			}
		})
	}
}
