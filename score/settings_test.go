package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// TestSettings works one document out by hand under each setting that decides which predictions count, and as which kind.
func TestSettings(t *testing.T) {
	documents := file(t, "x_src.txt", "sparse graph tree <eos> random walk\n") + ":" +
		file(t, "x_trg.txt", "graph;sparse graph;<unk> walk\n") // two present ones, one absent
	predictions := file(t, "p.txt", "tree;graph;sparse graph;<unk> walk;wal;graph , tree;random walk\n")
	for _, c := range []struct {
		name            string
		args            []string
		present, absent [2]float64 // hits, predictions
	}{
		// tree, graph (hit), sparse graph (hit), random walk; wal. <unk> walk and graph , tree are invalid.
		{"defaults", nil, [2]float64{2, 4}, [2]float64{0, 1}},
		{"keep unk", []string{"--keep-unk"}, [2]float64{2, 4}, [2]float64{1, 2}},
		{"one word", []string{"--one-word-filter"}, [2]float64{1, 3}, [2]float64{0, 0}}, // without graph and wal
		{"no filter", []string{"--valid-filter=false"}, [2]float64{2, 4}, [2]float64{1, 3}},
		{"no filter, keep unk", []string{"--valid-filter=false", "--keep-unk"}, [2]float64{2, 4}, [2]float64{1, 3}},
		{"strings", []string{"--match-by-str"}, [2]float64{2, 5}, [2]float64{0, 0}}, // wal is in walk
		{"the first two", []string{"--num-preds", "2"}, [2]float64{1, 2}, [2]float64{0, 0}},
		{"the first four", []string{"--num-preds", "4"}, [2]float64{2, 3}, [2]float64{0, 0}},
		{"all", []string{"--num-preds", "0"}, [2]float64{2, 4}, [2]float64{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, _ := done(t, append([]string{"--predictions", predictions, "--documents", documents, "--quiet"}, c.args...)...)
			near(t, metricsOf(t, out), "x/", map[string]float64{
				"present/micro/hits@M": c.present[0], "present/micro/predictions@M": c.present[1], "present/micro/targets@M": 2,
				"absent/micro/hits@M": c.absent[0], "absent/micro/predictions@M": c.absent[1], "absent/micro/targets@M": 1,
				"all/micro/hits@M": c.present[0] + c.absent[0], "all/micro/predictions@M": c.present[1] + c.absent[1],
			})
		})
	}
}

// TestReleasedByHand works the released conventions out for such a document: precision at 5 divides by 5, or with
// meng_precision by the predictions where they are fewer, and "a b_c" repeats "a_b c".
func TestReleasedByHand(t *testing.T) {
	documents := file(t, "x_src.txt", "sparse graph tree <eos> random walk\n") + ":" +
		file(t, "x_trg.txt", "graph;sparse graph;<unk> walk\n")
	predictions := file(t, "p.txt", "tree;graph;sparse graph;random walk;a b_c;a_b c\n")
	for _, c := range []struct {
		args              []string
		precision, absent float64 // present P@5, absent predictions
	}{
		{nil, 2. / 5, 2},
		{[]string{"--released"}, 2. / 5, 1},
		{[]string{"--released", "--meng-precision"}, 2. / 4, 1},
	} {
		out, _, _ := done(t, append([]string{"--predictions", predictions, "--documents", documents, "--quiet"}, c.args...)...)
		near(t, metricsOf(t, out), "x/", map[string]float64{"present/macro/p@5": c.precision, "absent/predictions": c.absent})
	}
}

// TestCuts: --ks replaces the cuts of every kind, and the list of one kind replaces --ks.
func TestCuts(t *testing.T) {
	documents := file(t, "x_src.txt", "a <eos> b\n") + ":" + file(t, "x_trg.txt", "a\n")
	predictions := file(t, "p.txt", "a;b\n")
	for _, c := range []struct {
		args                 []string
		present, absent, all string
	}{
		{nil, "10 5 G M O", "10 5 G M O", "10 5 G M O"},
		{[]string{"--released"}, "5 M", "5 M", "5 M"},
		{[]string{"--ks", "3"}, "3", "3", "3"},
		{[]string{"--ks", "3,M", "--present-ks", "2"}, "2", "3 M", "3 M"},
		{[]string{"--ks", "3", "--absent-ks", "1", "--all-ks", "4,5"}, "3", "1", "4 5"},
	} {
		out, _, _ := done(t, append([]string{"--predictions", predictions, "--documents", documents, "--quiet"}, c.args...)...)
		got := map[string][]string{}
		for name := range metricsOf(t, out) {
			for _, kind := range []string{"present", "absent", "all"} {
				if k, ok := strings.CutPrefix(name, "x/"+kind+"/macro/f1@"); ok && !strings.Contains(k, "/") {
					got[kind] = append(got[kind], k)
				}
			}
		}
		for kind, want := range map[string]string{"present": c.present, "absent": c.absent, "all": c.all} {
			slices.Sort(got[kind])
			if cuts := strings.Join(got[kind], " "); cuts != want {
				t.Errorf("%v: %s cuts %q, want %q", c.args, kind, cuts, want)
			}
		}
	}
}

// TestCorpusSettings: gold keyphrases are read with the given columns, separator and ids.
func TestCorpusSettings(t *testing.T) {
	gold := file(t, "g.csv", "key,name,abstract,tags\n1,graphs,Random walks.,graphs|walks\n1,trees,Random walks.,trees|nodes\n")
	predictions := file(t, "p.jsonl", `{"id":"1-2","phrases":["trees"]}`+"\n"+`{"id":"1","phrases":["walks","graphs"]}`+"\n")
	args := []string{"--predictions", predictions, "--documents", gold, "--columns", "title=name,keywords=tags", "--keyword-separator", "|"}
	out, _, log := done(t, append(args, "--repeated-ids", "number")...)
	if !strings.Contains(log, "g.csv: csv; read id=key title=name text=abstract keywords=tags") {
		t.Error(log)
	}
	near(t, metricsOf(t, out), "g/", map[string]float64{"all/micro/hits@M": 3, "all/micro/targets@M": 4, "present/micro/targets@M": 3})
	ours := filepath.Join(small(t), "test.garden-00000-of-00001.parquet")
	pair := file(t, "s.txt", "graphs <eos> random walks\n") + ":" + file(t, "t.txt", "walks\n")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{args, stages.ExitInput, `row 3: the id "1" is also that of row 2 of ` + gold},
		{append(args, "--columns", "keywords=mesh"), stages.ExitInput, "is called mesh"},
		{append(args, "--repeated-ids", "drop"), stages.ExitUsage, "repeated_ids"},
		{slices.Concat(args[:2], []string{"--documents", ours}, args[4:]), stages.ExitInput, "is a documents file of preprocess and has no columns that --columns could name"},
		{slices.Concat(args[:2], []string{"--documents", gold + ":" + gold}, args[4:]), stages.ExitInput, "a pair of source and target files must be text, but this file is csv"},
		{slices.Concat(args[:2], []string{"--documents", pair}, args[4:]), stages.ExitInput, "is text and has no columns that --columns could name"},
	} {
		refused(t, c.code, c.says, c.args...)
	}
}

// TestKeywordsLine: with --keywords-line the line of keywords of a text has the keyphrases of a document without any, which is else
// refused.
func TestKeywordsLine(t *testing.T) {
	gold := file(t, "g.jsonl", `{"id":"a","title":"Graphs","abstract":"We walk on graphs and trees.\n\nKeywords: random walks; trees"}`)
	args := []string{"--documents", gold, "--predictions", file(t, "p.jsonl", `{"id":"a","phrases":["trees","graphs"]}`)}
	out, _, _ := done(t, append(args, "--keywords-line")...)
	near(t, metricsOf(t, out), "g/all/", map[string]float64{"micro/hits@M": 1, "targets": 2})
	refused(t, stages.ExitInput, "row 1: has no keyphrases", args...)
}
