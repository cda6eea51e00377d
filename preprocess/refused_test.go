package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// joined is a table of n records, whose keyphrases are all the same text.
func joined(n int, keywords string) string {
	table := "id\ttitle\tabstract\tkeywords\n"
	for i := range n {
		table += fmt.Sprintf("%d\tgraph %d\tnodes of graphs %d\t%s\n", i, i, i, keywords)
	}
	return table
}

// broken is the folder of an encoder, of which a file has another content, or is missing.
func broken(t *testing.T, name, content string) string {
	dir := encoderFolder(t)
	if os.Remove(filepath.Join(dir, name)); content != "" {
		stagetest.Write(t, dir, name, content)
	}
	return dir
}

// TestRefused: what cannot be done ends with the code of its cause, and says what is wrong and what helps. What is just possible
// is done.
func TestRefused(t *testing.T) {
	model, vocab := baseModel(t)
	shape, err := os.ReadFile(filepath.Join(model, configFile))
	if err != nil {
		t.Fatal(err)
	}
	foreign := func(keywords string) string {
		list := strings.ReplaceAll(keywords, " ", `","`)
		return strings.Repeat(`{"title":"graph","abstract":"walk","keywords":["`+list+`"]}`+"\n", 10)
	}
	good, other, words := encoderFolder(t), tinybert.Write(t, "<unk>"), writeWords(t, "words.parquet", nil, "graph")
	odd := writeWords(t, "odd.parquet", map[string]string{schemas.UnicodeKey: "odd"}, text.Specials...)
	lost, small, cased := broken(t, "vocab.txt", ""), broken(t, "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n"), broken(t, "tokenizer_config.json", `{"do_lower_case":false}`)
	noCLS, noShape := broken(t, "vocab.txt", "[PAD]\n[UNK]\n[SEP]\n"), broken(t, "config.json", "{}")
	t.Chdir(t.TempDir())
	for name, data := range map[string]string{
		"c.jsonl": piecesCorpus, "one.jsonl": strings.SplitAfter(piecesCorpus, "\n")[0], "bad.jsonl": "{\"title\":\"a\",\"abstract\":\"b\",\"keywords\":[]}\nbad\n",
		"none.csv": "id,title,abstract,keywords\n1,a,b,\n2,c,d,\n", "long.csv": "id,title,abstract,keywords\n1,a,b,one two three four five six seven\n",
		"raw.txt": "title\nGraph-based Methods, and Nodes.\n", "commas.tsv": joined(12, "graphs, nodes, edge sets"), "bars.tsv": joined(12, "graphs|nodes"),
		"few.jsonl": foreign("graph a b c d e f g h i j"), "nothing.jsonl": foreign(""), "tenth.jsonl": foreign("graph a b c d e f g h i"),
		"x.csv": "id,title,abstract,keywords\nx,one,,k\ny,two,,k\n", "x.jsonl": `{"id":"x","title":"four","abstract":"","keywords":[]}`,
		"shape/" + configFile: string(shape), "broken/" + configFile: "{", "broken/" + vocabFile: string(vocab), "text/" + vocabFile: "words",
	} {
		stagetest.Write(t, ".", name, data)
	}
	if err := os.Mkdir("empty", 0o755); err != nil {
		t.Fatal(err)
	}
	const usage, input, helps = stages.ExitUsage, stages.ExitInput, "take the folder of an uncased BERT model"
	for _, c := range []struct {
		code int
		args string
		want string // texts of the log, parted by …
	}{
		{usage, "", "nothing to do: give --train"},
		{usage, "--sample 5 --train c.jsonl", "do not go together"},
		{usage, "--sample 5 --unicode none", `unicode is "none"`},
		{usage, "--sample 5 --max-tokens 5000", "max_tokens is 5000, want 1 to 2999"},
		{usage, "--sample 5 --vocab-size 7", "vocab_size is 7"},
		{usage, "--test x=- --shards 2", "--shards reads test.x twice"},
		{usage, "--test x=x.csv --repeated-ids drop", "repeated_ids"},

		{usage, "--train c.jsonl --valid c.jsonl --valid-share 0.1", "there are some already"},
		{usage, "--sample 20 --valid-share 0.1", "there are some already"},
		{usage, "--test a=c.jsonl --valid-share 0.1", "--valid-share goes with --train"},
		{usage, "--train c.jsonl --valid-share 1", "valid_share is 1, want at least 0 and less than 1"},
		{input, "--train one.jsonl --valid-share 1e-6", "one.jsonl: no document of 1 is among the share of 1e-06 for validation"},
		{input, "--train one.jsonl --valid-share 0.999999", "one.jsonl: all documents, 1, are among the share of 0.999999 for validation"},

		{input, "--test x=bad.jsonl", "1 of 2 rows are bad…/rejects.jsonl"},
		{input, "--train bad.jsonl --max-rejects 1 --max-tokens 1", "no training document is left of 2 rows: 1 are bad, 1 are filtered (too long); the last bad row: not valid JSON: invalid character 'b' looking for beginning of value; the bad rows read so far (1) are listed in …/rejects.jsonl"},
		{input, "--train none.csv", "none.csv: no keyphrase of 2 training documents is left; name the column of keyphrases by --columns keywords=NAME"},
		{input, "--train long.csv", "long.csv: no keyphrase of 1 training documents is left"},
		{input, "--train raw.txt", "no training document is left of 2 rows: 2 are bad; the last bad row: has no keyphrases: a source text alone can only be labelled, otherwise give source.txt:target.txt"},
		{input, "--train commas.tsv", "commas.tsv…in 12 of 12 records they are one phrase that looks joined by ','; the separator is \";\"; give --keyword-separator ','"},
		{input, "--train bars.tsv", "--keyword-separator '|'"},
		{input, "--test x=x.*", `x.jsonl: row 1: the id "x" is also that of row 2 of …x.csv…--repeated-ids number`},
		{input, "--columns title=title,keywords=mesh --test x=c.jsonl", "c.jsonl…is called mesh"},

		{usage, "--vocab-from MODEL --train c.jsonl --vocab-size 15", "vocab_size is 15, but the model …has 14 words"},
		{usage, "--vocab-from MODEL --train c.jsonl --unicode fold", "unicode is fold, but the words of --vocab-from"},
		{usage, "--vocab-from MODEL --test x=c.jsonl", "--vocab-from goes with --train"},
		{input, "--vocab-from none --train c.jsonl", "no such file or folder"},
		{input, "--vocab-from shape --train c.jsonl", "holds no vocab.parquet"},
		{input, "--vocab-from empty --train c.jsonl", "no config.json, no vocab.parquet"},
		{input, "--vocab-from broken --train c.jsonl", "config.json: config: "},
		{input, "--vocab-from text --train c.jsonl", vocabFile},
		{input, "--vocab-from " + words + " --train c.jsonl", "words.parquet"},
		{input, "--vocab-from " + odd + " --train c.jsonl", `unknown treatment "odd"`},
		{input, "--vocab-from MODEL --train few.jsonl --duplicates keep", "few.jsonl: of 110 keyphrases, only 10 can be spelt with the vocabulary of " + model},
		{0, "--vocab-from MODEL --train tenth.jsonl --duplicates keep", "keyphrases=100 spelt=10"},
		{input, "--vocab-from MODEL --train nothing.jsonl", "nothing.jsonl: no keyphrase of 1 training documents is left"},

		{usage, "--encoder BERT --vocab-from MODEL --train c.jsonl", "--vocab-from and --encoder exclude each other"},
		{usage, "--encoder BERT --vocab-size 18 --train c.jsonl", "vocab_size is 18…has 19 words, special tokens included; leave vocab_size out"},
		{0, "--encoder BERT --vocab-size 19 --train c.jsonl", "words=19"},
		{usage, "--encoder BERT --test x=c.jsonl", "--encoder goes with --train"},
		{usage, "--encoder BERT/vocab.txt --train c.jsonl", "want the folder of a BERT model"},
		{input, "--encoder " + lost + " --train c.jsonl", "vocab.txt: there is no such file; " + helps},
		{input, "--encoder " + noCLS + " --train c.jsonl", "vocab.txt: it has no piece [CLS]; " + helps},
		{input, "--encoder " + small + " --train c.jsonl", "vocab.txt: has 4 pieces, vocab_size of config.json is 11; the files must come from one BERT model"},
		{input, "--encoder " + other + " --train c.jsonl", `vocabulary row 14…"<unk>" is also row 2; ` + helps},
		{input, "--encoder " + noShape + " --train c.jsonl", "config.json: …model_type is , only bert is supported"},
		{input, "--encoder " + cased + " --train c.jsonl", "do_lower_case: is false"},
	} {
		args := strings.Fields(strings.NewReplacer("MODEL", model, "BERT", good).Replace(c.args))
		out, log := execute(t, c.code, args...)
		if rest := missing(log, c.want); rest != "" {
			t.Errorf("%s: no %q in\n%s", c.args, rest, log)
		}
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); (err == nil) != (c.code == 0) {
			t.Errorf("%s: code %d, and of the output: %v", c.args, c.code, err)
		}
	}
}
