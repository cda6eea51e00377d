package main

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// TestLanguage works documents of three languages out by hand: hits, and keyphrases in the text.
func TestLanguage(t *testing.T) {
	documents := file(t, "d.jsonl", `{"id":"de","title":"Neue B&uuml;cher","abstract":"<p>Die Bib<i>lio</i>theken leihen neue B&uuml;cher von 1999, und die Leser der Bibliotheken sind es zufrieden.</p>","keywords":["Biblio<b>thek</b>","neues Buch","1999 und","Neue Bücher Die"]}
{"id":"ru","title":"","abstract":"Библиотека выдаёт новые книги, и читатели этой библиотеки были очень довольны.","keywords":["новая книга","читатель"]}
{"id":"zh","title":"","abstract":"我们建立了飞行器控制系统的数学模型,并且进行了研究。","keywords":["飞行器控制","数学模型"]}
`)
	predictions := file(t, "p.jsonl", `{"id":"de","keyphrases":["Bibliotheken","neuen Büchern","2000","leiht"],"scores":[0.9,0.8,0.7,0.6]}
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
		var more []string
		if c.language != "" {
			more = []string{"--language", c.language}
		}
		_, _, m := outcome(t, documents, predictions, more...)
		near(t, m, "x/present/", map[string]float64{"micro/hits@M": c.hits, "targets": c.targets, "predictions": c.read})
	}
	for _, bad := range [][]string{{"--language", "German"}, {"--language", "de", "--released"}} {
		refused(t, stages.ExitUsage, "language", append(bad, "--predictions", predictions, "--documents", documents)...)
	}
}

// TestGoldOfLanguages: in other languages, too, keyphrases given as predictions are right, those with parentheses, slashes and
// a final full stop as well, and a document in English beside them is scored as alone.
func TestGoldOfLanguages(t *testing.T) {
	const english = `{"id":"en","title":"Rain-fed farming","abstract":"The farmers of the village look at what the rain has done to the fields of their farms.","keywords":["Rain-fed farming","village (farms)"]}` + "\n"
	gold := file(t, "g.jsonl", english+`{"id":"de","title":"Neue Wege","abstract":"Die Leser der Büchereien sind mit den neuen Regeln für Bücher und Zeitschriften zufrieden, wie man sieht.","keywords":"Bücher (Druck); Leser/Hörer; Büchereien."}
{"id":"fi","title":"","abstract":"Kirjastojen lukijat olivat hyvin tyytyväisiä uusiin kirjoihin, ja niitä luettiin paljon enemmän kuin ennen.","keywords":["kirjat (painetut)","lukijat"]}
{"id":"zh","title":"","abstract":"我们研究了图书馆的读者和新书,并且进行了分析。","keywords":["新书（印刷）","读者/听众"]}
`)
	predictions := file(t, "p.txt", "Rain-fed farming;village (farms)\nBücher (Druck);Leser/Hörer;Büchereien\nkirjat (painetut); lukijat\n新书（印刷）;读者/听众\n")
	if _, log, m := outcome(t, gold, predictions); m["x/all/macro/f1@M"] != 1 || m["x/caveats/targets_unmatchable"] != 0 {
		t.Errorf("F1@M %v, %s", m["x/all/macro/f1@M"], log)
	}
	alone := file(t, "e.jsonl", english)
	lines := file(t, "e.txt", "rain fed;villages\n")
	_, _, byDefault := outcome(t, alone, lines)
	if _, _, m := outcome(t, alone, lines, "--language", "en"); !maps.Equal(m, byDefault) {
		t.Error("an English document has other numbers by default than with --language en")
	}
}

// TestOtherTokens: a test set of preprocess in another language is scored by its tokens, with a warning.
func TestOtherTokens(t *testing.T) {
	dir := t.TempDir()
	table(t, filepath.Join(dir, "test.fr-00000-of-00001.parquet"), schemas.Documents, schemas.Document{ID: "a", Body: words("les eleves de ecole"), Present: [][]string{{"ecole"}},
		BodySpans: []int32{0, 3, 1, 7, 1, 2, 3, 6}, BodyText: "Les élèves de l'école sont contents des nouvelles règles qui ont été données par les maîtres."})
	table(t, filepath.Join(dir, "predictions-00000-of-00001.parquet"), schemas.Predictions, schemas.Prediction{ID: "a", Phrases: []schemas.Phrase{phrase("ecole", 1)}})
	if _, log, m := outcome(t, dir, dir); m["x/present/macro/f1@M"] != 1 || !strings.Contains(log, "1 of 1 documents are in other languages than English") {
		t.Errorf("F1@M %v, %s", m["x/present/macro/f1@M"], log)
	}
}

// TestTokensOfLanguages: in other languages, too, predictions of infer match by their tokens, whatever their spelling.
func TestTokensOfLanguages(t *testing.T) {
	dir := t.TempDir()
	gold := put(t, filepath.Join(dir, "g.jsonl"), `{"id":"a","title":"","abstract":"Die Leser der Büchereien sind mit den neuen Regeln für Bücher und Zeitschriften zufrieden.","keywords":["Büchereien"]}`)
	k := phrase("büchereien", 1)
	k.Phrase = "neue Regeln"
	table(t, filepath.Join(dir, "predictions-00000-of-00001.parquet"), schemas.Predictions, schemas.Prediction{ID: "a", Phrases: []schemas.Phrase{k}})
	if _, _, m := outcome(t, gold, dir); m["x/all/macro/f1@M"] != 1 {
		t.Errorf("F1@M %v", m["x/all/macro/f1@M"])
	}
}
