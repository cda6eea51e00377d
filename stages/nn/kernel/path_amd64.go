//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

//go:generate sh -c "cd _generate && go run . -part attend -out ../attend_amd64.s -stubs ../attend_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part interleave -out ../interleave_amd64.s -stubs ../interleave_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part bfloat16 -out ../bfloat16_amd64.s -stubs ../bfloat16_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part exp -out ../exp_amd64.s -stubs ../exp_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part gelu -out ../gelu_amd64.s -stubs ../gelu_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part mul -out ../mul_amd64.s -stubs ../mul_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part norm -out ../norm_amd64.s -stubs ../norm_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part quant -out ../quant_amd64.s -stubs ../quant_stub_amd64.go -pkg kernel"
//go:generate sh -c "cd _generate && go run . -part rows -out ../rows_amd64.s -stubs ../rows_stub_amd64.go -pkg kernel"

// path is the instruction set of the float32 twins, detected once at start. Only
// tests change it. The assembly compares it with 2 (twins in _generate).
var path = detect()

var _ [2]struct{} = [avx512]struct{}{} // the 2

// detect returns avx2 if the CPU has AVX2, FMA, BMI1 and BMI2, avx512 if it also
// has AVX-512 F, DQ, BW and VL, else plain.
func detect() isa {
	switch {
	case !cpu.X86.HasAVX2 || !cpu.X86.HasFMA || !cpu.X86.HasBMI1 || !cpu.X86.HasBMI2:
		return plain
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL:
		return avx512
	}
	return avx2
}
