//go:build !nomodel

package label_test

import (
	"context"
	"fmt"
	"log"

	"github.com/wrone2set/wrone2set/stages/label"
)

// The built-in model labels an abstract.
func Example() {
	labeller, err := label.Open("", label.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}
	predictions, err := labeller.Label(context.Background(), label.Document{
		Title: "Query expansion with word embeddings",
		Body:  "We expand queries by the nearest words in an embedding space, and improve ad hoc retrieval of scanned books.",
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range predictions[0].Phrases {
		fmt.Printf("%.2f %s\n", p.Score, p.Phrase)
	}
	// Output:
	// 0.72 query expansion
	// 0.61 word embeddings
	// 0.45 ad hoc retrieval
	// 0.09 language models
	// 0.09 pseudo-relevance feedback
	// 0.05 Wikipedia
	// 0.05 information retrieval
	// 0.05 query embedding
}
