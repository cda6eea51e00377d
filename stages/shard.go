package stages

import (
	"strconv"
	"strings"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/output"
)

// Shard is one part of an output. The zero value and {0, 1} are the whole of it.
type Shard struct{ Index, Of int }

// Split reports whether there is more than one shard.
func (s Shard) Split() bool { return output.Shard(s).Split() }

// Has reports whether row i (from 0, counted over all rows of the input in input order) belongs to this shard: rows
// are dealt out in turn. A stage is free to cut its input in another way.
func (s Shard) Has(i int64) bool { return s.Of <= 1 || i%int64(s.Of) == int64(s.Index) }

// Range cuts n rows into Of runs of equal length (give or take one) and returns the bounds of this shard's run, so
// that the shards one after the other are the rows in input order.
func (s Shard) Range(n int64) (lo, hi int64) {
	if s.Of <= 1 {
		return 0, n
	}
	i, of := int64(s.Index), int64(s.Of)
	return n/of*i + min(i, n%of), n/of*(i+1) + min(i+1, n%of)
}

// String is the part of a file name that stands for the shard: 00002-of-00005.
func (s Shard) String() string { return output.Shard(s).String() }

// parseShard reads I/N; empty is no shard.
func parseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	index, of, _ := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if err1 != nil || err2 != nil || n < 1 || n > maxShards || i < 0 || i >= n {
		return Shard{}, fault.Usagef("--shard %s: want I/N, I counted from 0: 0/4, 1/4, 2/4, 3/4", s)
	}
	return Shard{i, n}, nil
}
