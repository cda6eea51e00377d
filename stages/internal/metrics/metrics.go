// Package metrics keeps a file of numbers about a run in Prometheus' text format (exposition format 0.0.4), for the textfile
// collector of the node exporter.
//
// The format is written here, since it is a page of code: prometheus/common/expfmt would link protobuf into every program.
package metrics

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Metric is one name with its samples. The name and the names of labels are written as they are.
type Metric struct {
	Name, Help string
	Counter    bool // else a gauge
	Samples    []Sample
}

// Sample is a value and what it is of.
type Sample struct {
	Labels []string // name, value, name, value …
	Value  float64
}

// Encode returns metrics as text. One without samples is left out.
func Encode(metrics []Metric) []byte {
	var b bytes.Buffer
	for _, m := range metrics {
		if len(m.Samples) == 0 {
			continue
		}
		kind := "gauge"
		if m.Counter {
			kind = "counter"
		}
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", m.Name, inHelp.Replace(m.Help), m.Name, kind)
		for _, s := range m.Samples {
			var labels []string
			for i := 0; i+1 < len(s.Labels); i += 2 {
				labels = append(labels, s.Labels[i]+`="`+inLabel.Replace(strings.ToValidUTF8(s.Labels[i+1], "\uFFFD"))+`"`)
			}
			name := m.Name
			if len(labels) > 0 {
				name += "{" + strings.Join(labels, ",") + "}"
			}
			fmt.Fprintf(&b, "%s %s\n", name, strconv.FormatFloat(s.Value, 'g', -1, 64))
		}
	}
	return b.Bytes()
}

// What the format escapes.
var (
	inHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	inLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// File is a file that is written again and again until Close.
type File struct {
	path    string
	collect func() []Metric
	end     chan struct{}
	ended   chan struct{}
	failed  error // of the last attempt
}

// Start writes the file, and again after every pause. collect is called on another goroutine.
func Start(path string, pause time.Duration, collect func() []Metric) (*File, error) {
	f := &File{path: path, collect: collect, end: make(chan struct{}), ended: make(chan struct{})}
	if err := f.write(); err != nil {
		return nil, err
	}
	go f.keep(pause)
	return f, nil
}

func (f *File) keep(pause time.Duration) {
	defer close(f.ended)
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			f.failed = f.write()
		case <-f.end:
			f.failed = f.write()
			return
		}
	}
}

// Close writes the file for the last time. Its error is that of this attempt.
func (f *File) Close() error {
	close(f.end)
	<-f.ended
	return f.failed
}

// write replaces the file at once, so that nobody reads half of it. The temporary name does not end in .prom, by which the
// node exporter selects files.
func (f *File) write() error {
	dir, name := filepath.Split(f.path)
	temporary := filepath.Join(dir, "."+name+".tmp")
	err := os.WriteFile(temporary, Encode(f.collect()), 0o666)
	if err == nil {
		err = os.Rename(temporary, f.path)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}
