package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// counts are the manifest's counts for one set.
type counts struct {
	Read      int64            `json:"read"`
	Documents int64            `json:"documents"`
	Rejected  int64            `json:"rejected"`
	Filtered  map[string]int64 `json:"filtered"` // by cause
	Tokens    int64            `json:"tokens"`   // of the documents
	Present   int64            `json:"present"`  // keyphrases of the documents
	Absent    int64            `json:"absent"`
}

// setCounts are the counts of every set, by its name.
type setCounts map[string]*counts

func (s setCounts) of(set string) *counts {
	if s[set] == nil {
		s[set] = &counts{Filtered: map[string]int64{}}
	}
	return s[set]
}

// keep counts a row that became a document.
func (c *counts) keep(d *schemas.Document) {
	c.Read++
	c.Documents++
	c.Tokens += int64(len(d.Title) + len(d.Body))
	c.Present += int64(len(d.Present))
	c.Absent += int64(len(d.Absent))
}

// causes explains why rows did not become documents.
func (c *counts) causes() string {
	if c.Read == 0 {
		return "there are none"
	}
	var parts []string
	if c.Rejected > 0 {
		parts = append(parts, fmt.Sprintf("%d are bad", c.Rejected))
	}
	for _, cause := range slices.Sorted(maps.Keys(c.Filtered)) {
		parts = append(parts, fmt.Sprintf("%d are filtered (%s)", c.Filtered[cause], cause))
	}
	return strings.Join(parts, ", ")
}
