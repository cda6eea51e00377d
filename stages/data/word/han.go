package word

import (
	_ "embed"
	"math"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

//go:embed han.txt.zst
var hanFile []byte

// mostHan is the length of the longest word of the dictionary, in characters.
const mostHan = 5

// hanWords returns the logarithms of the probabilities of Chinese words. A line of the file is a word and a letter: a for one
// occurrence, b for two, c for four, and so on.
var hanWords = sync.OnceValue(func() map[string]float32 {
	d, err := zstd.NewReader(nil)
	if err != nil {
		panic(err) // no option is wrong
	}
	defer d.Close()
	text, err := d.DecodeAll(hanFile, nil)
	if err != nil {
		panic(err) // the file is part of the program
	}
	words := make(map[string]float32, 1<<18)
	total := 0.
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		times := math.Exp2(float64(line[len(line)-1] - 'a'))
		total += times
		words[line[:len(line)-1]] = float32(math.Log(times))
	}
	for w := range words {
		words[w] -= float32(math.Log(total))
	}
	return words
})

// unseen is the log-probability of a character that is not in the dictionary.
const unseen = -20

// han joins single Han characters, the words of UAX #29, to words of the dictionary.
func han(words []Word) []Word {
	out := words[:0]
	for i := 0; i < len(words); {
		n := 0
		for i+n < len(words) && ideographs(words[i+n].Lower) && (n == 0 || words[i+n].Start == words[i+n-1].End) {
			n++
		}
		if n == 0 {
			out = append(out, words[i])
			i++
			continue
		}
		// Writing to out never overtakes reading: words are joined and none is added.
		out = path(out, words[i:i+n])
		i += n
	}
	return out
}

// path appends the most probable words of a run of characters.
func path(out, run []Word) []Word {
	dictionary := hanWords()
	var text strings.Builder
	for _, w := range run {
		text.WriteString(w.Lower)
	}
	s, start := text.String(), make([]int, len(run)+1)
	for i, w := range run {
		start[i+1] = start[i] + len(w.Lower)
	}
	best, length := make([]float32, len(run)+1), make([]int, len(run)+1)
	for end := 1; end <= len(run); end++ {
		best[end] = float32(math.Inf(-1))
		for n := 1; n <= min(end, mostHan); n++ {
			log, ok := dictionary[s[start[end-n]:start[end]]]
			if !ok && n == 1 {
				log, ok = unseen, true
			}
			if p := best[end-n] + log; ok && p > best[end] {
				best[end], length[end] = p, n
			}
		}
	}
	var ends []int
	for end := len(run); end > 0; end -= length[end] {
		ends = append(ends, end)
	}
	begin := 0
	for k := len(ends) - 1; k >= 0; k-- {
		w := run[begin]
		for _, next := range run[begin+1 : ends[k]] {
			w.Text, w.Lower, w.End = w.Text+next.Text, w.Lower+next.Lower, next.End
		}
		begin = ends[k]
		out = append(out, w)
	}
	return out
}

// Share returns the share of a Chinese word among all words, 0 if it is not in the dictionary.
func Share(word string) float64 {
	log, ok := hanWords()[word]
	if !ok {
		return 0
	}
	return math.Exp(float64(log))
}
