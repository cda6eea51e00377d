package export

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// reviewRows are documents with titles that look like formulas and tags, one without phrases, and one that is not in the review.
func reviewRows() []Row {
	of := func(id, title string, beyond bool, phrases ...string) Row {
		p := Phrases{Prediction: schemas.Prediction{ID: id, Digest: "text:" + id}, Title: title, Beyond: beyond}
		for i, k := range phrases {
			p.Phrases = append(p.Phrases, schemas.Phrase{Phrase: k, Tokens: strings.Fields(k), Score: .5 / float32(i+1), Present: true})
		}
		return Row{ID: id, Labels: p}
	}
	return []Row{of("0012", "=HYPERLINK(\"http://example.org\")", false, "=1+1", "graph cuts", "<b>&amp;"), of("-1", "@SUM(1)", false), of("x", "not here", true, "nothing")}
}

// parts returns the files of a workbook.
func parts(t *testing.T, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(text)
	}
	return all
}

// readReview reads a review that was written.
func readReview(t *testing.T, data []byte) *review.Review {
	t.Helper()
	path := filepath.Join(t.TempDir(), "review.xlsx")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := review.Read([]string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReview: the sheet is protected without a password but for keep? and the phrases of empty rows, its list says yes or no, what a reader
// needs is hidden, and nothing is a formula.
func TestReview(t *testing.T) {
	var cut int64
	data := encoded(t, Review(false, &cut), reviewRows()...)
	all := parts(t, data)
	sheet, styles := all["xl/worksheets/sheet1.xml"], all["xl/styles.xml"]
	order := -1
	for _, want := range []string{`state="frozen"`, `<col min="6" max="6" width="10" customWidth="1" hidden="1"/><col min="7" max="7" width="10" customWidth="1" hidden="1"/><col min="8" max="8" width="10" customWidth="1" hidden="1"/></cols>`,
		`<c r="A2" s="4" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK`, `<c r="C2" s="8"><v>0.500</v></c><c r="D2" s="10"/><c r="E2" s="6" t="inlineStr"><is><t xml:space="preserve">0012</t>`,
		`<c r="D3" s="11"/>`, `<c r="B5" s="11"/>`, `<c r="B8" s="10"/>`, `</sheetData><sheetProtection sheet="1" objects="1" scenarios="1"`, `<autoFilter ref="A1:H10"/>`,
		`<dataValidation type="list"`, `sqref="D2:D10"><formula1>"yes,no"</formula1>`} {
		at := strings.Index(sheet, want)
		if at <= order {
			t.Errorf("%s stands at %d, behind %d wanted", want, at, order)
		}
		order = at
	}
	if strings.Contains(sheet, "<f>") || strings.Contains(sheet, "password") || strings.Contains(sheet, "nothing") {
		t.Error("a formula, a password, or a document that is not in the review")
	}
	var open []int
	_, cells, _ := strings.Cut(styles, "<cellXfs")
	for i, xf := range regexp.MustCompile(`<xf .*?(?:/>|</xf>)`).FindAllString(cells, -1) {
		if strings.Contains(xf, `locked="0"`) {
			open = append(open, i)
		}
	}
	for _, c := range regexp.MustCompile(`<c r="([A-Z])(\d+)" s="(\d+)"`).FindAllStringSubmatch(sheet, -1) {
		var row, style int
		fmt.Sscan(c[2], &row)
		fmt.Sscan(c[3], &style)
		wanted := row > 1 && (c[1] == "D" || c[1] == "B" && row >= 5)
		if got := slices.Contains(open, style); got != wanted {
			t.Errorf("%s%s is open: %v", c[1], c[2], got)
		}
	}
	if !strings.Contains(all["xl/workbook.xml"], `'review 1'!$A$1:$H$10`) || !strings.Contains(styles, `numFmtId="49"`) {
		t.Error("no name of the filter, or cells to fill in are no texts")
	}
	// A reader finds the documents and their phrases, and nobody has judged them.
	if c := readReview(t, data).Count(); c != (review.Counts{Documents: 2}) {
		t.Errorf("%+v", c)
	}
	marked := bytes.Buffer{}
	z := zip.NewWriter(&marked)
	for name, text := range all {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		text = strings.Replace(text, `<c r="D2" s="10"/>`, `<c r="D2" t="inlineStr"><is><t>no</t></is></c>`, 1)
		text = strings.Replace(text, `<c r="B8" s="10"/>`, `<c r="B8" t="inlineStr"><is><t>=new</t></is></c>`, 1)
		io.WriteString(w, text)
	}
	z.Close()
	r := readReview(t, marked.Bytes())
	if first, second := r.Find("0012"), r.Find("-1"); first == nil || second == nil || fmt.Sprint(first.Of(review.Struck), first.Of(review.Unmarked)) != "[=1+1] [graph cuts <b>&amp;]" ||
		fmt.Sprint(second.Of(review.Kept)) != "[=new]" || first.Digest != "text:0012" || fmt.Sprint(first.Phrases[1].Words) != "[graph cuts]" {
		t.Errorf("%+v, %+v", first, second)
	}
	if again := encoded(t, Review(false, &cut), reviewRows()...); !bytes.Equal(data, again) {
		t.Error("the same documents have other bytes the second time")
	}
	if got := readReview(t, encoded(t, Review(true, &cut))).Count(); got != (review.Counts{}) {
		t.Errorf("a review of nothing: %+v", got)
	}
}

// TestReviewRows: more rows than a sheet has are an error with a remedy, and no document is cut.
func TestReviewRows(t *testing.T) {
	var cut int64
	for most, fits := range map[int]bool{7: true, 6: false} {
		e, err := reviewOf(false, &cut, most)(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Write(reviewRows()[0]); (err == nil) != fits || err != nil && !(errors.Is(err, errRows) && strings.Contains(err.Error(), "--review-documents")) {
			t.Errorf("%d rows: %v", most, err)
		}
	}
	if sheetRows != 1048576 {
		t.Error("a sheet of Excel has 1,048,576 rows")
	}
}

// TestHeadline: a document without a title is known by how its text begins.
func TestHeadline(t *testing.T) {
	long := strings.Repeat("ä", titleRunes)
	for _, c := range []struct{ title, text, want string }{{"T", "x", "T"}, {" ", "x", "x"}, {"", long, long}, {"", long + "ö", long + "…"}} {
		if got := (&Original{c.title, c.text}).Headline(); got != c.want {
			t.Errorf("%q, %.9q: %.9q", c.title, c.text, got)
		}
	}
}

// TestStyles: each list of styles says how many it has; Excel repairs a file that does not.
func TestStyles(t *testing.T) {
	var cut int64
	for _, format := range []rows.Format[Row]{Review(false, &cut), wide(layout()).XLSX(&cut)} {
		var styles struct {
			Lists []struct {
				XMLName xml.Name
				Count   int        `xml:"count,attr"`
				Items   []struct{} `xml:",any"`
			} `xml:",any"`
		}
		if err := xml.Unmarshal([]byte(parts(t, encoded(t, format))["xl/styles.xml"]), &styles); err != nil || len(styles.Lists) != 7 {
			t.Fatal(err, styles)
		}
		for _, l := range styles.Lists {
			if len(l.Items) != l.Count {
				t.Errorf("%d %s, which say %d", len(l.Items), l.XMLName.Local, l.Count)
			}
		}
	}
}
