// Package machine describes where and with what a program runs.
package machine

import (
	"runtime"
	"runtime/debug"
	"time"

	"golang.org/x/sys/cpu"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Info describes a run for people: where and with what it ran, and its wall time and memory so far.
func Info(threads int, started time.Time) manifest.Info {
	return manifest.Info{Revision: Revision(), Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH,
		CPU: cpuName(), Features: features(), Threads: threads, Started: started.Round(0),
		Seconds: time.Since(started).Seconds(), PeakMemory: peakMemory()}
}

// revision returns the commit that the program was built from, with +changes if the tree was not clean.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return Commit(info)
}

// Commit is that of a build, see Revision.
func Commit(info *debug.BuildInfo) string {
	var rev, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			rev = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if rev == "" {
		return ""
	}
	return rev + dirty
}

// features lists the vector instructions that the CPU has and the program may use.
func features() (names []string) {
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"avx2", cpu.X86.HasAVX2}, {"fma", cpu.X86.HasFMA}, {"avx512f", cpu.X86.HasAVX512F},
		{"avx512vnni", cpu.X86.HasAVX512VNNI}, {"avx512bf16", cpu.X86.HasAVX512BF16},
		{"asimd", cpu.ARM64.HasASIMD}, {"sve", cpu.ARM64.HasSVE},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}
