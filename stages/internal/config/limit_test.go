package config

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

type limited struct {
	Share float64  `key:"share" help:"h" range:"[0,1)"`
	Rate  float64  `key:"rate" help:"h" range:"(0,)"`
	Width int      `key:"width" help:"h" range:"[1,100]"`
	Seed  uint64   `key:"seed" help:"h" range:"(,9]"`
	Mode  string   `key:"mode" help:"h" choices:"fold,strip"`
	Forms []string `key:"forms" help:"h" choices:"csv,jsonl,txt"`
}

// Each limit holds at both ends, and an error names the setting, its value and what is wanted.
func TestCheck(t *testing.T) {
	good := limited{Rate: 0.5, Width: 1, Mode: "fold"}
	for _, c := range []struct {
		change func(*limited)
		want   string
	}{
		{func(c *limited) {}, ""},
		{func(c *limited) { c.Share = 1 }, "share is 1, want at least 0 and less than 1"},
		{func(c *limited) { c.Share = math.Nextafter(1, 0) }, ""},
		{func(c *limited) { c.Share = -1e-9 }, "share is -1e-09, want at least 0 and less than 1"},
		{func(c *limited) { c.Share = math.NaN() }, "share is NaN, want at least 0 and less than 1"},
		{func(c *limited) { c.Rate = 0 }, "rate is 0, want more than 0"},
		{func(c *limited) { c.Rate = 1e300 }, ""},
		{func(c *limited) { c.Width = 0 }, "width is 0, want 1 to 100"},
		{func(c *limited) { c.Width = 100 }, ""},
		{func(c *limited) { c.Width = 101 }, "width is 101, want 1 to 100"},
		{func(c *limited) { c.Seed = 10 }, "seed is 10, want at most 9"},
		{func(c *limited) { c.Mode = "stripe" }, `mode is "stripe", want fold or strip; did you mean strip?`},
		{func(c *limited) { c.Mode = "" }, `mode is "", want fold or strip`},
		{func(c *limited) { c.Forms = []string{"txt", "csv"} }, ""},
		{func(c *limited) { c.Forms = []string{"txt", "tar"} }, `forms is "tar", want csv, jsonl or txt; did you mean txt?`},
		{func(c *limited) { c.Width, c.Rate = 0, -1 }, "rate is -1, want more than 0\nwidth is 0, want 1 to 100"},
	} {
		config := good
		c.change(&config)
		fields, err := Fields(&config)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(fmt.Sprint(Check(fields)), "<nil>"); got != c.want {
			t.Errorf("%+v: %q, want %q", config, got, c.want)
		}
	}
}

// TestWellFormed: what is no setting, or has a limit that cannot be meant, is a mistake of the stage's author.
func TestWellFormed(t *testing.T) {
	type inner struct {
		Size int `key:"size" help:"h"`
	}
	for want, config := range map[string]any{
		"want a struct": new(int),
		"field Size":    &struct{ Size int }{},
		"setting size: no help": &struct {
			Size int `key:"size"`
		}{},
		`key "Size"`: &struct {
			Size int `key:"Size" help:"h"`
		}{},
		"cannot be set": &struct {
			Size map[string]int `key:"size" help:"h"`
		}{},
		"text has no range": &struct {
			S string `key:"s" help:"h" range:"[0,1]"`
		}{},
		"choices are for text": &struct {
			N int `key:"n" help:"h" choices:"1,2"`
		}{},
		`range "0,1"`: &struct {
			N int `key:"n" help:"h" range:"0,1"`
		}{},
		`range "[0;1]"`: &struct {
			N int `key:"n" help:"h" range:"[0;1]"`
		}{},
		`range "[0,x]": strconv.ParseFloat`: &struct {
			N int `key:"n" help:"h" range:"[0,x]"`
		}{},
		"": &struct {
			inner
			Other int `key:"-"`
		}{},
	} {
		if _, err := Fields(config); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
