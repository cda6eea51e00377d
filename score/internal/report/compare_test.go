package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/compare"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/page"
)

func compared2() *compare.Table {
	clear, unclear := &compare.Difference{By: .0125, Interval: &metric.Interval{Low: .005, High: .02}}, &compare.Difference{By: -.005, Interval: &metric.Interval{Low: -.015, High: .005}}
	return &compare.Table{
		Settings: result.Settings{TestSet: "k<p>", Sampling: metric.Sampling{Bootstrap: 100, Seed: 9}, Bins: 15}, Documents: 12, Systems: []string{`a<b>&"`, "c"},
		Rows: []compare.Row{
			{Name: "present F1@5", Better: compare.More, Values: []compare.Value{{Known: true, Value: .25}, {Known: true, Value: .2625, Difference: clear}}},
			{Name: "absent F1@5", Better: compare.More, Values: []compare.Value{{Known: true, Value: .1}, {Known: true, Value: .095, Difference: unclear}}},
			{Name: "repeated phrases", Better: compare.Less, Values: []compare.Value{{Known: true, Value: .5}, {Known: true, Value: .5125, Difference: clear}}},
			{Name: "ECE", Better: compare.Less, Values: []compare.Value{{}, {Known: true, Value: .125}}},
		},
	}
}

func TestComparePage(t *testing.T) {
	var b strings.Builder
	if err := Compare(&b, compared2()); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"<h1>k&lt;p&gt;</h1>", "<th>a&lt;b&gt;&amp;&#34;</th>", "<th>c − a&lt;b&gt;&amp;&#34;</th>",
		`<td>0.2500</td><td class="best">0.2625<span class="sign">*</span></td><td class="gap">&#43;0.0125 [&#43;0.0050, &#43;0.0200]</td>`,
		`<td class="best">0.1000</td><td>0.0950</td><td class="gap">-0.0050 [-0.0150, &#43;0.0050]</td>`,
		`<td class="best">0.5000</td><td>0.5125<span class="sign">*</span></td>`, // significantly worse: never bold
		"<b>*</b>: the difference to a&lt;b&gt;&amp;&#34; is significant", "<b>Bold</b>: the best value of a row",
		`<td>–</td><td>0.1250</td><td class="gap">–</td>`, "F1 is macro over all 12 documents", "--page:", "<svg",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	for _, no := range []string{"a<b>", "<p>&", "ZgotmplZ", "NaN"} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
	none := compared2()
	none.Settings.Bootstrap = 0
	if v := newCompared(none); len(v.Charts) != 0 {
		t.Error("differences are drawn without intervals")
	}
}

// TestGaps: intervals stand at their places on an axis from −0.02 to 0.02, and the significant one has another colour.
func TestGaps(t *testing.T) {
	c := gaps(compared2(), 1)
	if len(c.Dots) != 2 || len(c.YTicks) != 2 {
		t.Fatalf("%d dots, %d names, want those of two F1", len(c.Dots), len(c.YTicks))
	}
	names := page.Names([]string{"present F1@5", "absent F1@5"})
	want := page.NewChart(page.Narrow, "", page.Rounded("", -.02, .02, page.Number), names)
	want.Line("diagonal", [2]float64{0, 0}, [2]float64{0, 2})
	want.Line("interval present", [2]float64{.005, 1.5}, [2]float64{.02, 1.5})
	want.Line("interval muted", [2]float64{-.015, .5}, [2]float64{.005, .5})
	want.Dot("present", c.Dots[0].Tip, .0125, 1.5)
	want.Dot("muted", "absent F1@5: -0.0050 [-0.0150, +0.0050]", -.005, .5)
	if !slices.Equal(c.Lines, want.Lines) || !slices.Equal(c.Dots, want.Dots) || !slices.Equal(c.YTicks, want.YTicks) {
		t.Errorf("got %v, %v, %v", c.Lines, c.Dots, c.YTicks)
	}
}
