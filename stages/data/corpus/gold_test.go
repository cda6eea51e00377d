package corpus

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestPredicted: a column of keyphrases that infer wrote, or may have written, is refused with the way out. A column that the
// user names, and those of a corpus that is only labelled or are predictions, are read.
func TestPredicted(t *testing.T) {
	const text = "a title,a text"
	for name, c := range map[string]struct {
		header, row string
		columns     []string
		says        string // "" if it is read
	}{
		"wide":            {"id,title,text,keywords,doubtful", "1," + text + ",k,", nil, "give --columns keywords=keywords"},
		"beside gold":     {"id,title,text,Schlagwörter,keywords,truncated,doubtful", "1," + text + ",g,k,,", nil, "--columns 'keywords=Schlagwörter'"},
		"capitals":        {"id,title,text,Keywords,Doubtful", "1," + text + ",k,", nil, "as the column doubtful shows"},
		"old table":       {"id,title,text,tags,keywords", "1," + text + ",g,k", nil, "--columns 'keywords=tags'"},
		"own name":        {"id,title,text,k,doubtful", "1," + text + ",k,", []string{"keywords=k"}, ""},
		"corrected":       {"id,title,text,keywords,doubtful", "1," + text + ",k,", []string{"keywords=keywords"}, ""},
		"gold named":      {"id,title,text,Schlagwörter,keywords,doubtful", "1," + text + ",g,k,", []string{"keywords=Schlagwörter"}, ""},
		"gold kept":       {"id,title,text,keywords,predicted_keywords,doubtful", "1," + text + ",g,k,", nil, ""},
		"predicted":       {"id,title,text,keywords,predicted_keywords", "1," + text + ",g,k", []string{"keywords=predicted_keywords"}, "rename this one"},
		"predicted twice": {"id,title,text,predicted_predicted_keywords", "1," + text + ",k", []string{"keywords=predicted_predicted_keywords"}, "rename this one"},
		"two of people":   {"id,title,text,keywords,tags", "1," + text + ",g,k", nil, ""},
		"none":            {"id,title,text,doubtful", "1," + text + ",", nil, ""},
	} {
		settings := DefaultSettings()
		settings.Columns = c.columns
		path := write(t, name+".csv", []byte(c.header+"\n"+c.row+"\n"))
		o := settings.Options(false, nil)
		r, err := Open(path, "", o)
		if err == nil {
			r.Close()
		}
		var file *schemas.FileError
		if c.says == "" && err != nil || c.says != "" && (!errors.As(err, &file) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
		for _, o := range []Options{settings.Options(true, nil), {Predicted: true, Columns: o.Columns}} {
			if r, err := Open(path, "", o); err != nil {
				t.Errorf("%s, label %v: %v", name, o.Label, err)
			} else {
				r.Close()
			}
		}
	}
	line := `{"id":"1","title":"a","text":"b","keyphrases":["k"],"scores":[0.5],"doubtful":""}`
	for name, file := range map[string]string{"e.jsonl": line, "e.json": "[" + line + "]"} {
		if _, err := Open(write(t, name, []byte(file)), "", Options{}); err == nil || !strings.Contains(err.Error(), "column keyphrases") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestJoinedMarks: the mark that joins keyphrases is found where the list ends with it, and in lists of other scripts.
func TestJoinedMarks(t *testing.T) {
	for joined, want := range map[string]rune{
		"a, b c, d":      ',',
		"a, b c, d,":     ',',
		"a|b| ":          '|',
		"a b\nc\n":       '\n',
		"a b\r\nc\r\n":   '\n',
		"图论；染色；树":        '；',
		"图论，染色":          '，',
		"図、木":            '、',
		"Graphs · Trees": '·',
		"• a\n• b":       '\n',
		"graph,":         0,
		"a b":            0,
		"1,2-dioxin":     ',',
	} {
		if got, _ := Joined(&Record{Keyphrases: []string{joined}}); got != want {
			t.Errorf("%q: %q, want %q", joined, got, want)
		}
	}
}
