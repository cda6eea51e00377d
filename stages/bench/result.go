package main

import (
	"io"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// result is the fastest run of one benchmark.
type result struct {
	pkg     string             // within the module, "stages/nn/kernel"
	name    string             // without "Benchmark" and the number of cores, "Mul/NT/64x512x512/1"
	cores   int                // GOMAXPROCS
	metrics map[string]float64 // by unit; "ns/op" is always present
}

// results are the results of all benchmarks in the order of their first run.
type results struct {
	cpu  string // as named by go test
	list []*result
}

const module = "github.com/wrone2set/wrone2set/"

// read adds the output of go test -bench. It ignores lines that are not from a benchmark and those of failed benchmarks;
// the error is that of reading lines.
func (r *results) read(lines io.Reader) error {
	in := benchfmt.NewReader(lines, "go test")
	for in.Scan() {
		line, ok := in.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		x := resultOf(line)
		if _, timed := x.metrics["ns/op"]; timed {
			r.cpu = line.GetConfig("cpu")
			r.add(x)
		}
	}
	return in.Err()
}

// resultOf copies a line, in the units of go test.
func resultOf(line *benchfmt.Result) *result {
	base, parts := line.Name.Parts()
	x := &result{pkg: strings.TrimPrefix(line.GetConfig("pkg"), module), name: string(base), cores: 1, metrics: map[string]float64{}}
	for _, p := range parts {
		if p[0] == '-' { // go test omits the number for one core
			x.cores, _ = strconv.Atoi(string(p[1:]))
			continue
		}
		x.name += string(p)
	}
	for _, v := range line.Values {
		if v.OrigUnit != "" {
			v.Value, v.Unit = v.OrigValue, v.OrigUnit
		}
		x.metrics[v.Unit] = v.Value
	}
	return x
}

// add keeps the faster of two runs.
func (r *results) add(x *result) {
	for i, have := range r.list {
		if have.pkg == x.pkg && have.name == x.name {
			if x.metrics["ns/op"] < have.metrics["ns/op"] {
				r.list[i] = x
			}
			return
		}
	}
	r.list = append(r.list, x)
}
