package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/sys/cpu"
)

// machine names the CPU and its relevant instruction sets.
func machine(name string) string {
	var has []string
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"avx2", cpu.X86.HasAVX2}, {"fma", cpu.X86.HasFMA}, {"avx512f", cpu.X86.HasAVX512F},
		{"avx512vnni", cpu.X86.HasAVX512VNNI}, {"avx512bf16", cpu.X86.HasAVX512BF16}, {"asimd", cpu.ARM64.HasASIMD},
	} {
		if f.has {
			has = append(has, f.name)
		}
	}
	if name == "" {
		name = "unknown CPU"
	}
	return fmt.Sprintf("%s (%s), %d cores, %s %s/%s", name, strings.Join(has, " "), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// print writes the table.
func print(w io.Writer, rows []row) {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "what\tthis run\tunit\tshare of peak\tnote")
	for _, r := range rows {
		value, share := "-", ""
		if r.Unit != "" {
			value = digits(r.Value)
		}
		if r.Share > 0 {
			share = fmt.Sprintf("%.1f %%", 100*r.Share)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.Name, value, r.Unit, share, r.note)
	}
	t.Flush()
	for line := range strings.Lines(b.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

// digits writes at least four significant digits and no exponent.
func digits(v float64) string {
	places := 0
	if v > 0 && v < 1000 {
		places = min(3-int(math.Floor(math.Log10(v))), 9)
	}
	return strconv.FormatFloat(v, 'f', places, 64)
}
