// Command generate writes the assembly of package kernel:
//
//	cd stages/nn/kernel/_generate && go run . -part mul -out ../mul_amd64.s -stubs ../mul_stub_amd64.go -pkg kernel
//
// The //go:generate lines of package kernel run it for every part.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	part := flag.String("part", "", "what to generate: mul, exp, gelu, norm, rows, attend, quant, interleave or bfloat16")
	flag.Parse()
	parts := map[string]func(){"mul": mulPart, "exp": expPart, "gelu": geluPart, "norm": normPart, "rows": rowsPart, "attend": attendPart, "quant": quantPart, "interleave": interleavePart, "bfloat16": bfloat16Part}
	generate, ok := parts[*part]
	if !ok {
		log.Fatalf("generate: no part %q", *part)
	}
	ConstraintExpr("amd64,!purego")
	generate()
	Generate()
}
