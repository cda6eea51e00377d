package main

import (
	"io"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

// mostLike is the largest number of documents of --like that are counted: more change little, and every process reads them.
const mostLike = 10000

// likeInput returns the input --like.
func likeInput() stages.Input {
	return stages.Input{Name: "like", Schema: "corpus", Recognises: corpus.Recognises, Remote: true, Doc: "documents that say how rare words are, see infer/README.md"}
}

// like counts the words of the documents of --like, if given. It skips bad rows.
func like(t *stages.Task, m *label.Model, c Config) error {
	if len(t.Input("like")) == 0 {
		return nil
	}
	read := 0
	for _, member := range corpus.Of(t.Input("like"), c.reading(t)) {
		n, err := likeFile(member, m, c.Options, mostLike-read)
		if err != nil {
			return err
		}
		read += n
	}
	t.Log.Info("words counted", "like", read)
	return nil
}

// likeFile counts up to most documents of a file.
func likeFile(member corpus.Member, m *label.Model, o label.Options, most int) (n int, err error) {
	in, err := member.Open()
	if err != nil {
		return 0, err
	}
	defer in.Close()
	for n < most {
		var u corpus.Unparsed
		switch err := in.Next(&u); {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		}
		if r, err := in.Parse(&u); err == nil {
			m.Like(o, &r)
			n++
		}
	}
	return n, nil
}
