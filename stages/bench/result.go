package main

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
)

// result is the fastest run of one benchmark.
type result struct {
	pkg     string             // within the module, "stages/nn/kernel"
	name    string             // without "Benchmark" and the number of cores, "Mul/NT/64x512x512/1"
	cores   int                // GOMAXPROCS
	metrics map[string]float64 // by unit; "ns/op" is always there
}

// results are those of all benchmarks in the order in which they first ran.
type results struct {
	cpu  string // as go test names it
	list []*result
}

const module = "wrone2set/"

// parse takes up what go test -bench printed. Lines that are no benchmark's
// are passed over.
func (r *results) parse(text []byte) {
	pkg := ""
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "pkg: "); ok {
			pkg = strings.TrimPrefix(name, module)
		} else if name, ok := strings.CutPrefix(line, "cpu: "); ok {
			r.cpu = name
		} else if x, ok := parseLine(line); ok {
			x.pkg = pkg
			r.add(x)
		}
	}
}

// parseLine takes a line apart: name, iterations, pairs of value and unit.
func parseLine(line string) (*result, bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || len(fields)%2 != 0 {
		return nil, false
	}
	name, ok := strings.CutPrefix(fields[0], "Benchmark")
	if !ok {
		return nil, false
	}
	x := &result{name: name, cores: 1, metrics: map[string]float64{}}
	if i := strings.LastIndexByte(name, '-'); i >= 0 { // left out for one core
		if n, err := strconv.Atoi(name[i+1:]); err == nil {
			x.name, x.cores = name[:i], n
		}
	}
	for i := 2; i < len(fields); i += 2 {
		v, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return nil, false
		}
		x.metrics[fields[i+1]] = v
	}
	_, timed := x.metrics["ns/op"]
	return x, timed
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
