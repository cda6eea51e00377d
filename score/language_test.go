package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// TestLanguage works documents of three languages out by hand: hits, and keyphrases in the text.
func TestLanguage(t *testing.T) {
	dir := t.TempDir()
	documents := put(t, filepath.Join(dir, "d.jsonl"), `{"id":"de","title":"Neue B&uuml;cher","abstract":"<p>Die Bib<i>lio</i>theken leihen neue B&uuml;cher von 1999, und die Leser der Bibliotheken sind es zufrieden.</p>","keywords":["Biblio<b>thek</b>","neues Buch","1999 und","Neue Bücher Die"]}
{"id":"ru","title":"","abstract":"Библиотека выдаёт новые книги, и читатели этой библиотеки были очень довольны.","keywords":["новая книга","читатель"]}
{"id":"zh","title":"","abstract":"我们建立了飞行器控制系统的数学模型,并且进行了研究。","keywords":["飞行器控制","数学模型"]}
`)
	predictions := put(t, filepath.Join(dir, "p.jsonl"), `{"id":"de","keyphrases":["Bibliotheken","neuen Büchern","2000","leiht"],"scores":[0.9,0.8,0.7,0.6]}
{"id":"ru","keyphrases":["новых книг","читателей"],"scores":[0.9,0.8]}
{"id":"zh","keyphrases":["数学 模型","飞行器","数学模型"],"scores":[0.9,0.8,0.7]}
`)
	for _, c := range []struct {
		language            string
		hits, targets, read float64 // present: right, keyphrases in the text, predictions in the text
	}{
		// "1999 und" runs over a comma, "Neue Bücher Die" from the title into the body; "2000" is not 1999, and "leiht" not
		// "leihen". A blank between Chinese words says nothing, so that the model counts once; the aircraft is no keyphrase.
		{"auto", 5, 6, 6},
		{"de", 3, 4, 4}, // nothing in Russian; Chinese has no stems
		{"", 5, 6, 6},   // auto is the default
		{"en", 0, 0, 2}, // by Porter's stems and the words of preprocess: Bibliotheken, and <digit>
	} {
		args := []string{"--predictions", predictions, "--documents", documents, "--out", filepath.Join(t.TempDir(), "out"), "--name", "x", "--quiet"}
		if c.language != "" {
			args = append(args, "--language", c.language)
		}
		code, _, complaints := score(args...)
		if code != 0 {
			t.Fatalf("exit %d: %s", code, complaints)
		}
		m := metricsOf(t, args[5])
		if got := [3]float64{m["x/present/micro/hits@M"], m["x/present/targets"], m["x/present/predictions"]}; got != [3]float64{c.hits, c.targets, c.read} {
			t.Errorf("%s: hits, keyphrases and predictions in the text: %v", c.language, got)
		}
	}
	for _, bad := range [][]string{{"--language", "German"}, {"--language", "de", "--released"}} {
		code, _, complaints := score(append(bad, "--predictions", predictions, "--documents", documents, "--out", filepath.Join(t.TempDir(), "out"))...)
		if code != stages.ExitUsage || !strings.Contains(complaints, "language") {
			t.Errorf("%v: exit %d, %s", bad, code, complaints)
		}
	}
}
