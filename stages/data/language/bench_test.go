package language

import "testing"

// BenchmarkDetect is on an abstract of 1,000 bytes.
func BenchmarkDetect(b *testing.B) {
	text := abstract
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Detect(text)
	}
}

const abstract = `A library keeps records of the books that it lends, and of the readers who borrow them. We describe how such records
can be put in order without loss, and how much time a search takes when the number of books grows. The method divides the shelves
into parts of equal size, and looks at each part only once. Readers who return a book late are told by letter, and the letters are
written by a small program that chooses among three forms. Experiments with the records of four towns show that a search takes half
the time that it took before, and that two letters of three are answered within a week. We compare our method with three others, one
of which was in use for ten years, and discuss where it fails: books without a title, readers with two addresses, and shelves that
have been moved. The records and the program are free for everybody who wants to repeat the experiments or to do better than we did.`
