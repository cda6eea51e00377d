//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

// path is the instruction set of the float32 twins, found once at start. Only
// tests set it again.
var path = detect()

// detect asks for what the assembly uses: AVX2, FMA and the bit
// manipulation of the same years; beside them, for the
// 512-bit twins, F, DQ, BW and VL.
func detect() isa {
	switch {
	case !cpu.X86.HasAVX2 || !cpu.X86.HasFMA || !cpu.X86.HasBMI1 || !cpu.X86.HasBMI2:
		return plain
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL:
		return avx512
	}
	return avx2
}
