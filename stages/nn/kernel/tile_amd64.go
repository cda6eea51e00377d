//go:build amd64 && !purego

package kernel

// runTile computes one tile of C from a packed a or, if lda is not 0, from rows of
// a at that distance.
func runTile(i isa, rows int, c *float32, ldc int, a *float32, lda int, b *float32, k int, bias *float32, mode int) {
	switch {
	case i == avx512BFloat16:
		runTileBFloat16(rows, c, ldc, a, lda, b, k, bias, mode)
	case lda > 0:
		runTileRows(i, rows, c, ldc, a, lda, b, k, bias, mode)
	case i == avx2:
		runTileAVX2(rows, c, ldc, a, b, k, bias, mode)
	default:
		runTileAVX512(rows, c, ldc, a, b, k, bias, mode)
	}
}

func runTileAVX2(rows int, c *float32, ldc int, a, b *float32, k int, bias *float32, mode int) {
	switch rows {
	case 1:
		tileAVX2_1(c, ldc, a, b, k, bias, mode)
	case 2:
		tileAVX2_2(c, ldc, a, b, k, bias, mode)
	case 3:
		tileAVX2_3(c, ldc, a, b, k, bias, mode)
	case 4:
		tileAVX2_4(c, ldc, a, b, k, bias, mode)
	}
}

func runTileAVX512(rows int, c *float32, ldc int, a, b *float32, k int, bias *float32, mode int) {
	switch rows {
	case 1:
		tileAVX512_1(c, ldc, a, b, k, bias, mode)
	case 2:
		tileAVX512_2(c, ldc, a, b, k, bias, mode)
	case 3:
		tileAVX512_3(c, ldc, a, b, k, bias, mode)
	case 4:
		tileAVX512_4(c, ldc, a, b, k, bias, mode)
	case 5:
		tileAVX512_5(c, ldc, a, b, k, bias, mode)
	case 6:
		tileAVX512_6(c, ldc, a, b, k, bias, mode)
	case 7:
		tileAVX512_7(c, ldc, a, b, k, bias, mode)
	case 8:
		tileAVX512_8(c, ldc, a, b, k, bias, mode)
	case 9:
		tileAVX512_9(c, ldc, a, b, k, bias, mode)
	case 10:
		tileAVX512_10(c, ldc, a, b, k, bias, mode)
	case 11:
		tileAVX512_11(c, ldc, a, b, k, bias, mode)
	case 12:
		tileAVX512_12(c, ldc, a, b, k, bias, mode)
	}
}

func runTileRows(i isa, rows int, c *float32, ldc int, a *float32, lda int, b *float32, k int, bias *float32, mode int) {
	if i == avx2 {
		switch rows {
		case 1:
			tileRowsAVX2_1(c, ldc, a, lda, b, k, bias, mode)
		case 2:
			tileRowsAVX2_2(c, ldc, a, lda, b, k, bias, mode)
		case 3:
			tileRowsAVX2_3(c, ldc, a, lda, b, k, bias, mode)
		case 4:
			tileRowsAVX2_4(c, ldc, a, lda, b, k, bias, mode)
		}
		return
	}
	switch rows {
	case 1:
		tileRowsAVX512_1(c, ldc, a, lda, b, k, bias, mode)
	case 2:
		tileRowsAVX512_2(c, ldc, a, lda, b, k, bias, mode)
	case 3:
		tileRowsAVX512_3(c, ldc, a, lda, b, k, bias, mode)
	case 4:
		tileRowsAVX512_4(c, ldc, a, lda, b, k, bias, mode)
	case 5:
		tileRowsAVX512_5(c, ldc, a, lda, b, k, bias, mode)
	case 6:
		tileRowsAVX512_6(c, ldc, a, lda, b, k, bias, mode)
	case 7:
		tileRowsAVX512_7(c, ldc, a, lda, b, k, bias, mode)
	case 8:
		tileRowsAVX512_8(c, ldc, a, lda, b, k, bias, mode)
	case 9:
		tileRowsAVX512_9(c, ldc, a, lda, b, k, bias, mode)
	case 10:
		tileRowsAVX512_10(c, ldc, a, lda, b, k, bias, mode)
	case 11:
		tileRowsAVX512_11(c, ldc, a, lda, b, k, bias, mode)
	case 12:
		tileRowsAVX512_12(c, ldc, a, lda, b, k, bias, mode)
	}
}
