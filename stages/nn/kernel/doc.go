// Package kernel holds the float loops of the engine: matrix products, exp and
// softmax, GELU, layer norm, dropout, attention, gated recurrent units, Adam. It
// knows nothing of the model.
//
// Every function is defined by a plain Go loop, generic over float32 and
// float64 (ref*.go, compiled everywhere). The loops are the oracle of the
// tests, the gradient-checked float64 instance, and the shipped code wherever
// no fast twin is valid.
//
// # Rules of arithmetic
//
// One order of summation over the inner dimension for every shape: an element
// of a product starts at 0 (or at C when accumulating), takes k = 0, 1, 2, …,
// then the bias, then max(0, ·). Reductions run in 16 virtual lanes (lane i
// takes elements i, i+16, …) that are then folded 16→8→4→2→1. Work is split
// over goroutines by blocks of the output only. The result of a row therefore
// depends neither on the other rows nor on the number of threads.
//
// The plain loops write T(a*b) where a sum follows, so that no compiler fuses
// the two: they give equal bits on every architecture.
//
// Products of 8-bit forms (Quantised, Bytes) sum integers, which is exact in any
// order. The float32 steps that follow have one order and are never fused. The
// bits are therefore equal on every path and every architecture.
//
// Products in bfloat16 (NewBFloat16Workers) have the same bits in the plain loop and in assembly, on every CPU whose
// VDPBF16PS follows its manual, as that of Zen 4 does. The comments of the plain loop give the order.
//
// # Fast twins
//
// On amd64 float32 uses twins in assembly, for AVX-512 or AVX2, whichever the
// CPU has (Path names it); float64, other architectures and builds with the tag
// purego use the plain loops. The twins use fused multiply-adds, so they differ
// from the plain loops in the last bits. Both twins give the same bits: one text
// over 16 virtual lanes (one AVX-512 register or two AVX2 registers) generates
// them, and an element of a product is one chain of fused multiply-adds over k,
// however it is tiled. One function serves tiles of every number of rows
// (_generate/grid.go). Dropout, additions and sums of squares are equal to the
// plain loops to the bit.
//
//	file                     purpose                      how it works                                     verified by
//	workers.go, scratch*.go  goroutines, scratch memory   tasks handed out in order; helpers linger        TestSplit, race detector
//	mul.go                   products: API, checks        -                                                TestMul (naive float64)
//	ref_mul.go               the plain product            tiles of 2×4 sums, k in order                    TestMul
//	mul_amd64.go             the fast product             cut into tasks that pack and tasks that compute  TestMul, TestMulBits, FuzzMul
//	pack_amd64.go            operands for the tiles       b packed in panels, a where its rows lie far apart  TestMul, TestMulStored
//	tile_amd64.go, mul_amd64.s  tiles of up to 12×32, 4×24  C in registers, a broadcast, b streamed        TestMulVectorBits, TestMulStored
//	bfloat16*.go, .s         products of operands in bfloat16  rounded while packed, tiles of mul.go on pairs      TestBFloat16 (bits of the plain loop)
//	exp*.go, exp_amd64.s     exp, softmax, arg max        Cody-Waite, a polynomial, four vectors at once   TestExpError (2⁻²²), FuzzExp
//	gelu*.go, gelu_amd64.s   GELU and gradient            erf as a quotient of polynomials                 TestGELUError (2⁻²¹), central differences
//	norm*.go, norm_amd64.s   layer norm and gradient      two passes over a row; columns apart             TestLayerNorm, central differences
//	drop.go, rows_amd64.s    dropout                      32-bit hash of key and element number            TestDropoutTwins (bits), independence
//	adam.go, rows_amd64.s    Adam, sums of squares        one pass; 16 lanes of float64                    TestAdam, TestSumSquares
//	rows.go, rows_amd64.s    additions, ReLU gradient     one pass                                         TestRows
//	attend*.go               attention and gradient       per segment and head: packed products, softmax   TestAttend, central differences, FuzzAttend
//	attendbytes*.go          attention of 8-bit forms     tiles of quant_amd64.s, the values' scales in the weights  TestAttendBytes (bits)
//	interleave_amd64.s       keys and values for the tiles  words and bytes of four rows side by side      TestAttendBytes
//	gru.go                   sigmoid, tanh, a step of a GRU  plain loops around Exp                          TestGRU (naive float64), central differences
//	steps.go                 attention of slots, a step   keys side by side, no product set up             TestAttendSteps (bits of Attend)
//	bytes.go, quant*.go      products of 8-bit forms      a scale for each row; sums of integers are exact   TestQuantised (bits), FuzzQuantised
//	narrow.go                8-bit forms in files         integers and scales of Quantise                  TestNarrow (bits), TestNarrowScales
//	quant_amd64.s            tiles of up to 12×32 (VNNI), 1×32  four products and a sum an instruction     TestQuantised on each path
//	peak.go                  what products reach at most  a product that stays in the caches; for benchmarks  -
//	_generate                writes the assembly (avo)    one text for all instruction sets                go generate, then git diff
//
// Every test compares with the plain loops (ref*.go). onPaths runs a test on each
// path of the machine; vectorBits compares AVX2 with AVX-512.
//
// Unless a function says otherwise, matrices are dense and row-major, and outputs
// must not overlap inputs. A slice of the wrong length panics: a wrong shape is a
// fault of the caller, not of its input.
package kernel

// Float is the element type of every kernel.
type Float interface{ float32 | float64 }
