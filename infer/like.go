package main

import (
	"runtime/debug"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// mostLike is the largest number of documents of --like that are counted: more change little, and every process reads them.
const mostLike = 10000

// likeInput returns the input --like.
func likeInput() stages.Input {
	return stages.Input{Name: "like", Schema: "corpus", Recognises: corpus.Recognises, Remote: true, Doc: "documents that say how rare words are, see infer/README.md"}
}

// like counts the words of the documents of --like, if given. It skips bad rows.
func (l *labelling) like(t *stages.Task) error {
	if len(t.Input("like")) == 0 {
		return nil
	}
	debug.SetGCPercent(heapPercent)
	in, read := &corpus.Batches{Set: corpus.Of(t.Input("like"), l.config.reading(t))}, 0
	defer in.Close()
	err := each(in, func(b *corpus.Batch) (bool, error) {
		for i := range b.Len() {
			if r, err := b.Parse(i); err == nil && read < mostLike {
				l.model.Like(l.config.Options, &r)
				read++
			}
		}
		return read < mostLike, nil
	})
	if err != nil {
		return err
	}
	t.Log.Info("words counted", "like", read)
	return nil
}
