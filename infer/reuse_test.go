package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// leavingModel is a model with a choice that leaves other languages to a choice among phrases of the text.
func leavingModel(t *testing.T) string {
	t.Helper()
	dir := choosing(t)
	m, err := fallback.Default()
	if err != nil {
		t.Fatal(err)
	}
	save(t, filepath.Join(dir, extractFile), func(f *os.File) error { return m.Write(f) })
	return dir
}

// counted are the counts of the last line of a run.
func counted(t *testing.T, said string) (all [4]int) {
	t.Helper()
	m := regexp.MustCompile(`msg=done.* reused=(\d+) new=(\d+) changed=(\d+) gone=(\d+)`).FindStringSubmatch(said)
	if m == nil {
		t.Fatalf("no counts in %s", said)
	}
	for i := range all {
		all[i], _ = strconv.Atoi(m[i+1])
	}
	return all
}

// later are ways in which next month's corpus differs: each returns its arguments, and changes the papers.
func later(t *testing.T, r *rand.Rand, old []paper) map[string][]string {
	shuffled := func(all []paper) []paper {
		all = slices.Clone(all)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}
	each := func(change func(i int, p *paper)) []paper {
		all := slices.Clone(old)
		for i := range all {
			change(i, &all[i])
		}
		return all
	}
	half := len(old) / 2
	file := func(all []paper) []string { return []string{"--documents", lines(t, "b.jsonl", all)} }
	return map[string][]string{
		"the same":       file(old),
		"shuffled":       append(file(shuffled(old)), "--part-documents", "23", "--threads", "3", "--batch-size", "3"),
		"split":          {"--documents", lines(t, "c.jsonl", old[half:]), "--documents", lines(t, "d.jsonl", old[:half]), "--part-documents", "30"},
		"removed":        append(file(slices.Delete(slices.Clone(old), 10, 40)), "--part-documents", "30"),
		"added":          file(slices.Concat(manyPapers(r, 30)[1:], old)),
		"changed text":   file(each(func(i int, p *paper) { p.text += strings.Repeat(" W9 w8", i%7/6) })),
		"moved boundary": file(each(func(i int, p *paper) { p.title, p.text = p.title+p.text, "" })),
		"changed ids":    append(file(each(func(i int, p *paper) { p.id = fmt.Sprint("q", i) })), "--window", "5"),
		"changed years":  file(each(func(i int, p *paper) { p.year = "2025" })),
		"another format": {"--documents", table(t, shuffled(old)), "--columns", "id=key,title=name,text=summary"},
		"the first":      append(file(old), "--limit", "50"),
	}
}

// TestReuse: an output that takes rows of earlier ones has the bytes of one that labels all anew, whatever became of the documents,
// with slots and every export. The last line and the manifest count them.
func TestReuse(t *testing.T) {
	model, r := leavingModel(t), rand.New(rand.NewPCG(3, 4))
	old := manyPapers(r, 100)
	how := []string{"--model", model, "--max-rejects", "20%", "--repeated-ids", "number", "--slots", "--choose", "top=4",
		"--export", "jsonl,csv,txt,csv-wide,xlsx,parquet-wide", "--export-text", "--export-scores"}
	first := mustInfer(t, append(how, "--documents", lines(t, "a.jsonl", old[:60]), "--part-documents", "40")...)
	second := mustInfer(t, append(how, "--documents", lines(t, "z.jsonl", old[60:]))...)
	had := slices.Concat(readTable(t, schemas.Predictions, first, "predictions-*.parquet"), readTable(t, schemas.Predictions, second, "predictions-*.parquet"))
	if !slices.ContainsFunc(had, func(p schemas.Prediction) bool {
		return p.Language == "de" && len(p.Phrases) > 0 && p.Phrases[0].Slot == -1
	}) {
		t.Fatal("no German document has phrases of its text")
	}
	contents, ids := map[string]bool{}, map[string]bool{}
	for _, p := range had {
		contents[p.Digest], ids[p.ID] = p.Digest != (&schemas.Document{}).Digest(), true
	}
	for name, more := range later(t, r, old) {
		t.Run(name, func(t *testing.T) {
			all := slices.Concat(how, more)
			want := mustInfer(t, all...)
			all = append(all, "--reuse", first, "--reuse", second)
			got := filepath.Join(t.TempDir(), "out")
			code, said := infer(t, append(all, "--out", got)...)
			if code != 0 {
				t.Fatal(said)
			}
			stagetest.Equal(t, want, got)
			if code, again := infer(t, append(all, "--out", got)...); code != 0 || !strings.Contains(again, "nothing to do") {
				t.Errorf("a second time: exit %d: %s", code, again)
			}
			counts, gone := [4]int{}, len(ids)
			for _, p := range readTable(t, schemas.Predictions, got, "predictions-*.parquet") {
				switch {
				case contents[p.Digest]:
					counts[0]++
				case ids[p.ID]:
					counts[2]++
				default:
					counts[1]++
				}
				if ids[p.ID] {
					gone--
				}
			}
			if counts[3] = gone; counted(t, said) != counts {
				t.Errorf("reused, new, changed, gone: %v, want %v", counted(t, said), counts)
			}
			if noted := notedCounts(t, got); noted != counts {
				t.Errorf("the manifest notes %v, want %v", noted, counts)
			}
			if a, b := otherNotes(t, want), otherNotes(t, got); a != b || name == "the same" && !strings.Contains(a, `"documents_with_boilerplate":{"`) {
				t.Errorf("the manifest notes %s, want %s", b, a)
			}
		})
	}
}

// notedCounts are the counts of a manifest, over all parts.
func notedCounts(t *testing.T, out string) (all [4]int) {
	t.Helper()
	var m stages.Manifest
	readManifest(t, out, &m)
	for i, key := range []string{"documents_reused", "documents_new", "documents_changed", "documents_gone"} {
		all[i] = int(m.Number(key))
	}
	return all
}

// otherNotes are the notes of a manifest but for those counts.
func otherNotes(t *testing.T, out string) string {
	return regexp.MustCompile(`"documents_(reused|new|changed|gone)":\d+,`).ReplaceAllString(show(notes(t, out)), "")
}

// TestReuseOfReuse: an output that took rows gives rows, shards take them as one process does, and so does a pipe.
func TestReuseOfReuse(t *testing.T) {
	model, old := leavingModel(t), manyPapers(rand.New(rand.NewPCG(5, 6)), 100)
	how := []string{"--model", model, "--max-rejects", "20%", "--repeated-ids", "number", "--export", "jsonl"}
	first := mustInfer(t, append(how, "--documents", lines(t, "a.jsonl", old[:60]))...)
	second := mustInfer(t, append(how, "--documents", lines(t, "b.jsonl", old[20:]), "--reuse", first)...)
	docs := append(how, "--documents", lines(t, "c.jsonl", old))
	want := mustInfer(t, append(docs, "--part-documents", "30")...)
	got, gone := filepath.Join(t.TempDir(), "out"), 0
	for _, shard := range []string{"1/2", "0/2"} {
		code, said := infer(t, append(docs, "--part-documents", "30", "--reuse", second, "--shard", shard, "--out", got)...)
		if code != 0 {
			t.Fatal(said)
		}
		gone += counted(t, said)[3]
	}
	stagetest.Equal(t, want, got)
	if n := notedCounts(t, got); gone != 0 || n[3] != 0 || n[0] == 0 {
		t.Errorf("%d gone in the last lines, notes %v", gone, n)
	}
	r := stagetest.Run(t, stage(), append(docs, "--reuse", second, "--out", "-")...)
	var lines []byte
	for i := range 4 {
		lines = append(lines, readFile(t, filepath.Join(want, fmt.Sprintf("predictions-%05d-of-00004.jsonl", i)))...)
	}
	if r.Code != 0 || r.Stdout != string(lines) {
		t.Errorf("to standard output: exit %d, other lines; %s", r.Code, r.Stderr)
	}
	if n := counted(t, r.Stderr); n[0] == 0 || n[3] != 0 {
		t.Errorf("to standard output: %v", n)
	}
}

// TestReuseReferences: a library comes back with the phrases of earlier rows.
func TestReuseReferences(t *testing.T) {
	how := []string{"--model", exportModel(t), "--export", "bib", "--absent", "all"}
	first := mustInfer(t, append(how, "--documents", libraryOf(t, 20))...)
	docs := libraryOf(t, 40)
	stagetest.Equal(t, mustInfer(t, append(how, "--documents", docs)...), mustInfer(t, append(how, "--documents", docs, "--reuse", first)...))
}

// TestReuseTakes: rows are taken and not made again, from files that the manifest proves.
func TestReuseTakes(t *testing.T) {
	docs := lines(t, "a.jsonl", manyPapers(rand.New(rand.NewPCG(7, 8)), 9)[:3])
	how := []string{"--model", choosing(t), "--documents", docs, "--reuse"}
	first := mustInfer(t, how[:4]...)
	path := filepath.Join(first, "predictions-00000-of-00001.parquet")
	rows, made := readTable(t, schemas.Predictions, first, "predictions-*"), readFile(t, path)
	rows[1].Phrases = []schemas.Phrase{{Phrase: "by hand", Tokens: []string{"hand"}}}
	saveTable(t, schemas.Predictions, path, rows)
	stagetest.Refused(t, stage(), stages.ExitInput, []string{"is not the file that infer wrote", "run infer again"}, append(how, first, "--out", t.TempDir())...)
	var all stages.Manifest
	readManifest(t, first, &all)
	sum := fmt.Sprintf("%x", sha256.Sum256(readFile(t, path)))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all.Outputs {
		if f := &all.Outputs[i]; f.Path == filepath.Base(path) {
			f.SHA256, f.Size = sum, info.Size()
		}
	}
	text, err := all.Encode()
	if err != nil || os.WriteFile(filepath.Join(first, "manifest.json"), text, 0o666) != nil || bytes.Equal(made, readFile(t, path)) {
		t.Fatal(err)
	}
	if got := readTable(t, schemas.Predictions, mustInfer(t, append(how, first)...), "predictions-*"); show(got) != show(rows) {
		t.Errorf("got %s, want %s", show(got), show(rows))
	}
}

// TestReuseLike: with --like rows may be taken if the documents of --like are the same and are read in the same way.
func TestReuseLike(t *testing.T) {
	docs := lines(t, "a.jsonl", manyPapers(rand.New(rand.NewPCG(9, 9)), 5)[:3])
	args := []string{"--model", choosing(t), "--documents", docs, "--like", docs}
	first := mustInfer(t, args...)
	stagetest.Equal(t, first, mustInfer(t, append(args, "--reuse", first)...))
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{`columns [] then, ["title=title"] now`}, append(args, "--reuse", first, "--columns", "title=title", "--out", t.TempDir())...)
}

// TestReuseTokens: documents of tokens are labelled anew, since the digest of their text does not tell how it was cut, and so are texts
// whose length may make a row too large.
func TestReuseTokens(t *testing.T) {
	model := choosing(t)
	long := paper{"long", "W9", strings.Repeat("W8 w9 ", reuse.MostBytes/6+1), ""}
	first := mustInfer(t, "--model", model, "--documents", lines(t, "a.jsonl", []paper{{"a", "W7", "w8 w9", ""}, long}))
	docs := documentsFile(t, []schemas.Document{{ID: "a", Title: []string{"w7"}, Body: []string{"w9"}, TitleText: "W7", BodyText: "w8 w9",
		TitleSpans: []int32{0, 2}, BodySpans: []int32{3, 2}}})
	want := mustInfer(t, "--model", model, "--documents", docs)
	got := mustInfer(t, "--model", model, "--documents", docs, "--reuse", first)
	stagetest.Equal(t, want, got)
	if n := notedCounts(t, got); n != [4]int{0, 0, 1, 1} {
		t.Errorf("reused, new, changed, gone: %v", n)
	}
	if n := notedCounts(t, mustInfer(t, "--model", model, "--documents", lines(t, "b.jsonl", []paper{long}), "--reuse", first)); n != [4]int{0, 0, 1, 1} {
		t.Errorf("long: reused, new, changed, gone: %v", n)
	}
}

// TestReuseConcepts: concepts are taken, too, with proposals; another vocabulary is refused.
func TestReuseConcepts(t *testing.T) {
	harbours := strings.Split(strings.TrimSpace(harbourDocuments), "\n")
	for i := range 6 {
		harbours = append(harbours, strings.NewReplacer(`"id":"a"`, fmt.Sprintf(`"id":"c%d"`, i), "high", fmt.Sprint("high ", i)).Replace(harbours[0]))
	}
	harbours = append(harbours, `{"id":"bad"}`)
	file := func(rows []string) string {
		return stagetest.Write(t, t.TempDir(), "d.jsonl", strings.Join(rows, "\n")+"\n")
	}
	vocabulary := harbour(t)
	run := func(documents string, more ...string) (string, string) {
		out := filepath.Join(t.TempDir(), "out")
		r := stagetest.Do(t, conceptsMode(), append(more, "--vocabulary", vocabulary, "--documents", documents, "--choose", "top=4", "--max-rejects", "50%",
			"--export", "jsonl,csv,csv-wide,xlsx,parquet-wide", "--out", out)...)
		return out, r.Stderr
	}
	first, _ := run(file(harbours[1:6]))
	slices.Reverse(harbours)
	harbours[2] = strings.Replace(harbours[2], "ships", "ferries", 1)
	harbours[4] = strings.Replace(harbours[4], `"id":"c2"`, `"id":"x"`, 1)
	docs := file(harbours)
	want, _ := run(docs, "--part-documents", "4")
	got, said := run(docs, "--part-documents", "4", "--reuse", first)
	stagetest.Equal(t, want, got)
	if n := counted(t, said); n != [4]int{5, 3, 0, 1} || n != notedCounts(t, got) {
		t.Errorf("reused, new, changed, gone: %v and %v", n, notedCounts(t, got))
	}
	other := stagetest.Write(t, t.TempDir(), "harbour.ttl", string(readFile(t, vocabulary))+"\n")
	stagetest.Refused(t, conceptsMode(), stages.ExitUsage, []string{"--vocabulary has other files", `choose "top=4" then`}, "--vocabulary", other, "--documents", docs, "--reuse", first, "--out", t.TempDir())
	labels := mustInfer(t, "--model", modelDir(t), "--documents", lines(t, "a.jsonl", []paper{{"a", "W7", "w8 w9", ""}}))
	stagetest.Refused(t, conceptsMode(), 65, nil, "--vocabulary", vocabulary, "--documents", docs, "--reuse", labels, "--out", t.TempDir())
}
