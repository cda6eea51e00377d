package review

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/wrone2set/wrone2set/schemas"
)

const header = "title,phrase (write missing ones),score,keep? (yes or no),id,digest,shown\n"

// saved writes a file of a review.
func saved(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// said is what a review says, a line a touched document.
func said(r *Review) (all []string) {
	for _, d := range r.Documents() {
		all = append(all, fmt.Sprintf("%s %s: right %q, wrong %q, unknown %q", d.ID, d.Digest, d.Of(Kept), d.Of(Struck), d.Of(Unmarked)))
	}
	return all
}

func mustRead(t *testing.T, paths ...string) *Review {
	t.Helper()
	r, err := Read(paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const sheetText = header + `Öl,öl,.5,Yes,1,a,öl
Öl,"salt, sea",.4,NEIN,1,a,"salt, sea"
Öl,tide,.3,,1,a,tide
Öl,wave ; foam,,,1,a,
Öl,,,,1,a,
Two,rock,.3,,2,b,rock
Two,,,,2,b,
Three,"=1+1",.3,✗,3,c,"=1+1"
Three,moss,,0,3,c,
`

var sheetSays = []string{
	`1 a: right ["öl" "wave" "foam"], wrong ["salt, sea"], unknown ["tide"]`,
	`3 c: right [], wrong ["=1+1" "moss"], unknown []`,
}

// TestRead: the same rows say the same, whatever wrote them: delimiters, encodings, a note above the header, columns in another order, rows
// sorted by the phrase.
func TestRead(t *testing.T) {
	by := func(delimiter string) string {
		quoted := strings.NewReplacer(`"salt, sea"`, "salt\x00 sea", "wave ; foam", `"wave ; foam"`).Replace(sheetText)
		return strings.NewReplacer(",", delimiter, "\x00", ",").Replace(quoted)
	}
	western, err := charmap.Windows1252.NewEncoder().String(strings.Replace(by(";"), "✗", "n", 1))
	if err != nil {
		t.Fatal(err)
	}
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(by("\t"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"plain.csv": sheetText, "bom.csv": "\ufeff" + sheetText, "crlf.csv": strings.ReplaceAll(sheetText, "\n", "\r\n"), "semicolon.csv": by(";"),
		"western.csv": western, "utf16.txt": wide, "note.csv": "corrected by me,,,,,,\n" + sheetText} {
		if got := said(mustRead(t, saved(t, name, text))); !reflect.DeepEqual(got, sheetSays) {
			t.Errorf("%s says\n%s", name, strings.Join(got, "\n"))
		}
	}
	r := mustRead(t, saved(t, "a.csv", sheetText))
	if got := r.Count(); got != (Counts{3, 2, 1, 2, 3, 1}) || !strings.Contains(got.String(), "documents corrected: 2 of 3; phrases kept: 1, added: 2, struck: 3, without a mark, which count neither as right nor as wrong: 1") {
		t.Errorf("%+v: %s", got, got)
	}
	words := mustRead(t, saved(t, "words.csv", strings.Replace(header, "shown", "shown,words", 1)+"T,C++,.5,yes,1,a,C++,c\nT,x y,,,1,a,,\n")).Find("1").Phrases
	if fmt.Sprint(words[0].Words, words[1].Words) != "[c] []" {
		t.Errorf("%+v", words)
	}
	if r.Find("2") != nil || r.Find(" 1 ") == nil || r.Find("4") != nil || (*Review)(nil).Find("1") != nil {
		t.Error("only touched documents are found")
	}
}

// TestOrder: a sheet that was sorted, cut or has its columns in another order says the same of what it has.
func TestOrder(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(sheetText, `"salt, sea"`, "salt sea"), "\n"), "\n")
	var turned []string
	for _, i := range []int{0, 9, 3, 8, 4, 2, 1} {
		cells := strings.Split(lines[i], ",")
		turned = append(turned, strings.Join([]string{cells[6], cells[3], cells[4], "mine", cells[1], cells[5]}, ","))
	}
	want := []string{`3 c: right [], wrong ["moss" "=1+1"], unknown []`, `1 a: right ["wave" "foam" "öl"], wrong ["salt sea"], unknown ["tide"]`}
	if got := said(mustRead(t, saved(t, "sorted.csv", strings.ReplaceAll(strings.Join(turned, "\n"), "\"", "")))); !reflect.DeepEqual(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// TestWords: every word of yes and no, in any case and with blanks around it, and nothing else.
func TestWords(t *testing.T) {
	for mark, words := range map[Mark][]string{Kept: Yes, Struck: No} {
		for _, w := range words {
			for _, cell := range []string{w, strings.ToUpper(w), "\u00a0" + w + " "} {
				r, err := Read([]string{saved(t, "a.csv", header+"T,p,.5,"+cell+",1,a,p\n")}, nil)
				if err != nil || len(r.Documents()) != 1 || r.Documents()[0].Phrases[0].Mark != mark {
					t.Errorf("%q: %v", cell, err)
				}
			}
		}
	}
	for _, w := range Yes {
		for _, other := range No {
			if w == other {
				t.Errorf("%q is yes and no", w)
			}
		}
	}
}

// TestBad: what cannot be read with certainty is an error with file, row, cell and remedy.
func TestBad(t *testing.T) {
	row := "T,p,.5,yes,1,a,p\n"
	for text, want := range map[string]string{
		header + row + "T,q,.5,maybe,1,a,q\n":    `row 3: cell D3: keep? is "maybe"; write yes or no, or leave it empty`,
		header + row + "T,new,,yes,,,\n":         `row 3: cell E3: the row names no document; write missing phrases into the empty rows`,
		header + row + "T,,,no,1,a,\n":           `row 3: cell D3: keep? is "no", and the row has no phrase; empty the cell`,
		header + "T,pq,.5,yes,1,a,p\n":           `row 2: cell B2: the phrase was "p" and is "pq" now; put it back, with no under keep?`,
		header + "T,,.5,,1,a,p\n":                `the phrase was "p" and is "" now`,
		header + row + "T,q,.5,yes,1,b,q\n":      `row 3: cell F3: document "1" has another title or text here than in row 2`,
		header + row + "T,P,,no,1,a,\n":          `row 3: cell D3: "P" of document "1" is kept and struck, see row 2 of `,
		"id,phrase,score\n1,p,.5\n":              `is no review: none of its first rows names the columns phrase, keep?, id, digest, shown; give the sheet that --export review wrote, with its hidden columns`,
		"":                                       `is no review`,
		strings.Repeat("a note,\n", 30) + header: `is no review`,
		strings.Repeat("x,", 30) + header + strings.Repeat("x,", 30) + "T,q,1,z,1,a,q\n": `cell AH2: keep? is "z"`,
	} {
		path := saved(t, "bad.csv", text)
		_, err := Read([]string{path}, nil)
		var file *schemas.FileError
		if !errors.As(err, &file) || file.File != path || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := Read([]string{filepath.Join(t.TempDir(), "none.csv")}, nil); err == nil {
		t.Error("a missing file is no error")
	}
}

// TestSeveral: sheets of several people are read together. A mark counts more than none, equal marks count once, and others are an error that
// names both rows.
func TestSeveral(t *testing.T) {
	mine := saved(t, "mine.csv", header+"T,p,.5,yes,1,a,p\nT,q,.4,,1,a,q\nT,r,.4,no,1,a,r\nT,s,,,1,a,\n")
	yours := saved(t, "yours.csv", header+"T,p,.5,,1,a,p\nT,q,.4,n,1,a,q\nT,r,.4,no,1,a,r\nT,S,,,1,a,\nU,t,.1,yes,2,b,t\n")
	want := []string{`1 a: right ["p" "s"], wrong ["q" "r"], unknown []`, `2 b: right ["t"], wrong [], unknown []`}
	if got := said(mustRead(t, mine, yours)); !reflect.DeepEqual(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	theirs := saved(t, "theirs.csv", header+"T,Q,.4,yes,1,a,Q\n")
	if _, err := Read([]string{mine, yours, theirs}, nil); err == nil || !strings.Contains(err.Error(), theirs+" row 2: cell D2: \"Q\" of document \"1\" is kept and struck, see row 3 of "+yours) {
		t.Errorf("%v", err)
	}
}

// TestConcepts: concepts are told apart by their URIs, not by their labels.
func TestConcepts(t *testing.T) {
	head := "title,phrase,score,keep?,id,concept,digest,shown\n"
	r := mustRead(t, saved(t, "a.csv", head+"T,bank,.5,yes,1,u:river,a,bank\nT,bank,.5,no,1,u:money,a,bank\nT,u:new,,,1,,a,\n"))
	d := r.Find("1")
	if got := fmt.Sprint(d.Marked(Kept)[0].Concept, d.Marked(Kept)[1], d.Marked(Struck)[0].Concept); !strings.HasPrefix(got, "u:river{u:new  [] 1 true") || !strings.HasSuffix(got, "u:money") {
		t.Error(got)
	}
}

// TestNever: a phrase is never to be given if it is struck in at least three documents, each once, and right in none.
func TestNever(t *testing.T) {
	var text strings.Builder
	text.WriteString("title,phrase,score,keep?,id,concept,digest,shown\n")
	add := func(phrase, marks string) {
		for i, m := range strings.Split(marks, " ") {
			fmt.Fprintf(&text, "T,%s,.1,%s,d%d,,a,%[1]s\n", phrase, strings.Trim(m, "-"), i)
		}
	}
	add("paper", "no no no no")
	add("study", "no no -- no")
	add("graph", "no no no yes")
	add("graphs", "-- -- -- no")
	add("two", "no no")
	add("owl", "no no") // with the next in the same two documents
	add("owls", "no no")
	add("idle", "-- -- --")
	add("Two", "-- -- --")
	r := mustRead(t, saved(t, "a.csv", text.String()))
	all := r.Never(func(_ *Document, p Judged) string { return strings.TrimSuffix(strings.ToLower(p.Text), "s") })
	if want := []Never{{"paper", "", 4}, {"study", "", 3}}; !reflect.DeepEqual(all, want) {
		t.Errorf("%v, want %v", all, want)
	}
	var b strings.Builder
	if err := WriteNever(append(all, Never{`say "so", or; not`, "", 3}, Never{"bank", "u:bank", 3}))(&b); err != nil || b.String() != "id,term,documents\npaper,paper,4\nstudy,study,3\n\"say \"\"so\"\", or; not\",\"say \"\"so\"\", or; not\",3\nu:bank,bank,3\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestGain: the sentence names the row of the table that a number of documents reaches, whose numbers are those of the README.
func TestGain(t *testing.T) {
	for n, want := range map[int]string{0: "a refit to 30 documents changed present F1@5 by −.003 to +.123 in our tables; correct 30 more", 29: "correct 1 more",
		30: "a refit to 30 documents changed present F1@5 by −.003 to +.123 in our tables; more documents gain more", 250: "a refit to 100 documents changed present F1@5 by +.004 to +.152", 1000: "a refit to 1000 documents changed present F1@5 by +.026 to +.203 in our tables"} {
		if got := Gain(n); !strings.Contains(got, want) || n == 1000 && !strings.HasSuffix(got, want) {
			t.Errorf("%d: %s", n, got)
		}
	}
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]float64{}
	for _, line := range regexp.MustCompile(`(?m)^\| (none|30|100|706 to 1,000) \|(.*)\|$`).FindAllStringSubmatch(string(readme), -1) {
		for _, cell := range strings.Split(line[2], "|") {
			f1, _, _ := strings.Cut(strings.TrimSpace(cell), ",")
			x, err := strconv.ParseFloat(f1, 64)
			if err != nil {
				t.Fatal(err)
			}
			table[line[1]] = append(table[line[1]], x)
		}
	}
	for i, row := range []string{"30", "100", "706 to 1,000"} {
		low, err := strconv.ParseFloat(strings.Replace(refits[i].least, "−", "-", 1), 64)
		high, err2 := strconv.ParseFloat(refits[i].most, 64)
		if err := errors.Join(err, err2); err != nil || len(table[row]) != 5 {
			t.Fatal(err, table)
		}
		for k, x := range table[row] {
			if gain := x - table["none"][k]; gain < low-1e-9 || gain > high+1e-9 {
				t.Errorf("a refit on %s documents gained %.3f, which is not within %s and %s", row, gain, refits[i].least, refits[i].most)
			}
		}
	}
}

// FuzzRead: whatever a file has, it is read, or is an error about the file, and each phrase of a document has one mark.
func FuzzRead(f *testing.F) {
	f.Add(sheetText)
	f.Add("\"0\"\n")
	f.Add("\"\n\"0")
	f.Add(header + "T,a;b,,no,1,a,\nT,b,.5,yes,1,a,b\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read([]string{saved(t, "a.csv", text)}, nil)
		if err != nil {
			var file *schemas.FileError
			if !errors.As(err, &file) {
				t.Fatalf("%v is no error about the file", err)
			}
			return
		}
		for _, d := range r.Documents() {
			seen := map[string]bool{}
			for _, p := range d.Phrases {
				if key := p.Key(); seen[key] || p.Text == "" || d.ID == "" {
					t.Fatalf("document %q: %+v", d.ID, p)
				}
				seen[p.Key()] = true
			}
		}
	})
}
