//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

// path is the instruction set of the float32 twins, detected once at start. Only
// tests change it.
var path = detect()

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
