package main

import (
	"fmt"
	"strconv"
	"strings"
)

// row is one figure. A row without a unit is missing.
type row struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Share float64 `json:"share,omitempty"` // of the peak of the cores used; 0 if it has no meaning

	note  string
	cores int     // cores used; 0 if a share of their peak has no meaning
	flops float64 // GFLOP/s; 0 if not reported
}

// shapes are the shapes of the named products, with the benchmark's kind.
var shapes = []struct{ kind, shape string }{
	{"NT", "2400x512x512"}, {"NT", "2400x2048x512"}, {"TN", "512x2048x2400"}, {"NT", "372x50002x512"}, {"NT", "240x512x512"}, {"NT", "64x512x512"},
}

// named lists the figures that the table always contains, in its order.
func named() (names []string) {
	names = []string{"peak/fma/1", "peak/fma/2"}
	for _, s := range shapes {
		names = append(names, "gemm/"+s.shape+"/1", "gemm/"+s.shape+"/2")
	}
	names = append(names, "train/paper/step/float32", "train/paper/step/bfloat16", "infer/paper/float32", "infer/paper/float32/choose", "infer/paper/int8",
		"infer/paper/int8/choose", "infer/arrow/stream", "infer/startup", "storage/s3")
	for _, precision := range []string{"float32", "int8"} {
		names = append(names, "label/"+precision+"/encode", "label/"+precision+"/decode", "label/"+precision+"/vocabulary")
	}
	return append(names, "preprocess/pool", "preprocess/memory", "score/kp20k")
}

// table makes the rows: the named figures, then every other benchmark.
func table(all *results) (rows []row) {
	found := map[string]row{}
	var others []row
	isNamed := map[string]bool{}
	for _, n := range named() {
		isNamed[n] = true
	}
	for _, x := range all.list {
		if r := figure(x); isNamed[r.Name] {
			found[r.Name] = r
		} else {
			others = append(others, r)
		}
	}
	for _, n := range named() {
		r, ok := found[n]
		if !ok {
			r = row{Name: n, note: "missing"}
		}
		rows = append(rows, r)
	}
	rows = append(rows, others...)
	for i := range rows {
		rows[i].relate(found)
	}
	return rows
}

// figure returns the row of a result before relate.
func figure(x *result) row {
	r := row{Name: x.pkg + "/" + x.name, flops: x.metrics["GFLOP/s"]}
	first, rest, _ := strings.Cut(x.name, "/")
	switch x.pkg + "." + first {
	case "stages/nn/kernel.Peak":
		r.Name = "peak/" + rest
		r.cores = threads(rest)
	case "stages/nn/kernel.Mul":
		kind, shape, _ := strings.Cut(rest, "/")
		r.Name = "gemm/" + kind + "/" + shape
		for _, s := range shapes {
			if kind == s.kind && strings.HasPrefix(shape, s.shape+"/") {
				r.Name = "gemm/" + shape
			}
		}
		r.cores = threads(rest)
	case "stages/nn/kernel.Attend":
		r.cores = 1
	case "train/internal/machine.Step":
		if rest == "float32" { // bfloat16 has another peak
			r.cores = x.cores
		}
		r.Name, r.Value, r.Unit = "train/paper/step/"+rest, x.metrics["ns/op"]/1e9, "s"
		return r
	case "stages/label.Paper":
		r.Name, r.cores, r.note = "infer/paper/"+rest, x.cores, "a script ends the slots, as a trained model would"
		switch {
		case strings.HasSuffix(rest, "/all_slots"):
			r.note = "no slot ends early"
		case strings.HasSuffix(rest, "/choose"):
			r.note = "also decodes slots that answer ∅"
		}
	case "infer.Arrow":
		r.Name, r.note = "infer/arrow/"+rest, fmt.Sprintf("%.1f %% of the rate of files", 100*x.metrics["files"])
	case "infer.Storage":
		r.Name, r.note = "storage/"+rest, fmt.Sprintf("%.1f %% of the rate of files of this machine", 100*x.metrics["local"])
	case "infer.Startup":
		r.Name, r.Value, r.Unit, r.note = "infer/startup", x.metrics["ns/op"]/1e9, "s", "one document, with the built-in model"
		return r
	case "stages/model/slots.Label":
		r.Name, r.cores, r.note = "label/"+rest, x.cores, "a part of labelling with a network of the built-in one's size"
	case "preprocess.Pool":
		r.Name, r.note = "preprocess/pool", strings.ReplaceAll(rest, "_", " ")
	case "preprocess.Memory":
		r.Name, r.Value, r.Unit, r.note = "preprocess/memory", x.metrics["B/document"], "B/document", "made-up training documents, from 50,000 to 500,000"
		return r
	case "score.Score":
		r.Name, r.note = "score/kp20k", "made-up documents of KP20k's lengths"
	}
	for _, unit := range []string{"documents/s", "GFLOP/s", "Gelem/s", "MB/s", "ns/op"} {
		if v, ok := x.metrics[unit]; ok {
			r.Value, r.Unit = v, unit
			break
		}
	}
	return r
}

// threads returns the number at the end of a benchmark's name.
func threads(name string) int {
	n, _ := strconv.Atoi(name[strings.LastIndexByte(name, '/')+1:])
	return n
}

// relate computes the share of the peak, the ratio of two cores to one, and that of a bfloat16 step to a float32 step.
func (r *row) relate(named map[string]row) {
	isPeak := strings.HasPrefix(r.Name, "peak/")
	peak := named[fmt.Sprint("peak/fma/", r.cores)].Value
	if r.flops > 0 && peak > 0 && !isPeak {
		r.Share = r.flops / peak
	}
	if exact := named["train/paper/step/float32"]; r.Name == "train/paper/step/bfloat16" && r.Value > 0 && exact.Value > 0 {
		r.note = fmt.Sprintf("%.2f times as fast as float32", exact.Value/r.Value)
	}
	base, two := strings.CutSuffix(r.Name, "/2")
	if one := named[base+"/1"]; two && one.Value > 0 && r.Unit == one.Unit && (isPeak || strings.HasPrefix(r.Name, "gemm/")) {
		r.note = fmt.Sprintf("%.2f times one core", r.Value/one.Value)
	}
}
