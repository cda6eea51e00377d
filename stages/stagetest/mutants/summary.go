package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// summary prints what came of each area, then each fault that was not caught with the reason. It says whether all were caught or known.
func summary(w io.Writer, results []outcome) bool {
	var areas []string
	count := map[string]map[verdict]int{}
	for _, o := range results {
		if count[o.area] == nil {
			count[o.area] = map[verdict]int{}
			areas = append(areas, o.area)
		}
		count[o.area][o.verdict]++
	}
	fmt.Fprintln(w)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "area\tfaults\tcaught\thang\tknown\tsurvived\ttable\t")
	total := map[verdict]int{}
	for _, area := range areas {
		line(tw, area, count[area])
		for v, n := range count[area] {
			total[v] += n
		}
	}
	line(tw, "all", total)
	tw.Flush()
	for _, o := range results {
		explain(w, o)
	}
	return total[caught]+total[hangs]+total[known] == len(results)
}

// line prints the counts of an area; what is wrong with the table itself is one column.
func line(w io.Writer, area string, n map[verdict]int) {
	all := 0
	for _, k := range n {
		all += k
	}
	rest := all - n[caught] - n[hangs] - n[known] - n[survived]
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", area, all, n[caught], n[hangs], n[known], n[survived], rest)
}

// explain prints what a person needs to know about a fault that was not simply caught.
func explain(w io.Writer, o outcome) {
	switch o.verdict {
	case caught, hangs:
		if o.known != "" {
			fmt.Fprintf(w, "\nknown, but caught: %s: %s\n", o.area, o.title)
		}
	case known:
		fmt.Fprintf(w, "\nknown: %s: %s\n  %s\n", o.area, o.title, o.known)
	case survived:
		fmt.Fprintf(w, "\nsurvived: %s: %s\n  %s, go test %s\n", o.area, o.title, o.file, strings.Join(o.tests, " "))
	default:
		fmt.Fprintf(w, "\n%s: %s: %s\n  %s\n", o.verdict, o.area, o.title, last(o.detail))
	}
}

// last is the end of a long text.
func last(text string) string {
	const most = 2000
	text = strings.TrimSpace(text)
	return text[max(0, len(text)-most):]
}
