package schemas

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
