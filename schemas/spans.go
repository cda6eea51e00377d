package schemas

// Steps encodes the starts and ends of tokens, two per token and in order, in place: each number becomes its distance
// from the number before it, the first from 0. Such small, similar numbers take well under half the space in a file.
func Steps(spans []int32) []int32 {
	for i := len(spans) - 1; i > 0; i-- {
		spans[i] -= spans[i-1]
	}
	return spans
}

// Spans decodes the result of Steps into starts and ends, in a new list.
func Spans(steps []int32) []int32 {
	spans := make([]int32, len(steps))
	sum := int32(0)
	for i, n := range steps {
		sum += n
		spans[i] = sum
	}
	return spans
}

// Characters counts code points and UTF-16 code units, for StartChar and StartUTF16 of a place behind a text.
func Characters(before string) (points, units *int32) {
	n, n16 := int32(0), int32(0)
	for _, r := range before {
		if n, n16 = n+1, n16+1; r > 0xffff {
			n16++ // a pair of surrogates
		}
	}
	return &n, &n16
}
