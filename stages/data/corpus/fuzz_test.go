package corpus

import (
	"testing"
)

// drainAll reads r to its end and fails on an endless one.
func drainAll(t *testing.T, r Records, most int) (rows, rejects int) {
	defer r.Close()
	var u Unparsed
	for {
		err := r.Next(&u)
		if err != nil {
			return rows, rejects
		}
		rows++
		rec, err := r.Parse(&u)
		if err != nil {
			rejects++
		} else if rec.ID == "" {
			t.Fatal("a record without a name")
		}
		if rows > most {
			t.Fatalf("%d rows out of %d bytes", rows, most)
		}
	}
}

// FuzzFile opens anything at all in every format.
func FuzzFile(f *testing.F) {
	for _, seed := range [][]byte{
		nil, []byte("a <eos> b\n\nc"), []byte(`{"title":"a","keywords":["b"]}` + "\n{"), zipped(f, []byte("a\nb")), zstded(f, []byte("{}")),
		documentsFile(f), zipped(f, documentsFile(f)), excel(f, sharedTexts, excelRows), calc(f, calcRows), parquetOf(f, []paper{{1, 7, nil, "text", []string{"a"}, nil}, {}}), []byte("PAR1"), {0x1f, 0x8b, 8}, []byte("[{"),
		[]byte("id,title\n1,\"a\n\"\"b\"\n2"), []byte("title\ttext\na\tb\n\"c"), []byte("a;b\nc;d\n"),
		[]byte("\"id,title\";\n\"1,\"\"a\";\"b\"\"\";"), []byte("title\ttext\na\\n\t\\N\n"),
	} {
		f.Add(seed)
	}
	for _, path := range []string{"testdata/published.txt", "testdata/references.txt", "testdata/answers.txt"} {
		for _, e := range readExamples(f, path) {
			f.Add(content(e.files[0][1]))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := write(t, "f", data)
		for _, format := range choices() {
			r, err := openFile(path, "", Options{Settings: Settings{Format: format}})
			if err == nil {
				drainAll(t, r, 1<<30)
			}
		}
		if r, err := openFile(path, path, Options{Settings: Settings{Format: string(Text)}}); err == nil {
			drainAll(t, r, 1<<30)
		}
	})
}
