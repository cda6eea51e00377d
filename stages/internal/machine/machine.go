// Package machine describes where and with what a program runs.
package machine

import (
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/cpu"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Info describes a run for people: where and with what it ran, and its wall time and memory so far.
func Info(threads int, started time.Time) manifest.Info {
	return manifest.Info{Revision: Revision(), Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH,
		CPU: cpuid.CPU.BrandName, Features: features(), Threads: threads, Started: started.Round(0),
		Seconds: time.Since(started).Seconds(), PeakMemory: peakMemory()}
}

// Version is the version of the whole product, by semver.org; .github/CHANGELOG.md says what it brings. The Version of a
// stage is another thing: it is part of the keys of outputs.
const Version = "0.9.0"

// Release is version and commit for --version: "0.9.0 (commit 0123456789ab)".
func Release() string { return release(Revision()) }

func release(commit string) string {
	if commit == "" {
		commit = "unknown"
	}
	rev, dirty, _ := strings.Cut(commit, "+")
	if len(rev) == 40 { // of the full name, as much as the go command shows
		commit = strings.TrimSuffix(rev[:12]+"+"+dirty, "+")
	}
	return Version + " (commit " + commit + ")"
}

// Revision returns the commit that the program was built from, with +changes if the tree was not clean, or "".
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return Commit(info)
}

// Commit is that of a build, see Revision. A program of go install MODULE@VERSION knows its tag, or the version that go
// makes of a commit without one.
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
	if rev != "" {
		return rev + dirty
	}
	if v := info.Main.Version; v != "(devel)" {
		return v
	}
	return ""
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
