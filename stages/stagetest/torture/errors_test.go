//go:build linux

package torture

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"wrone2set/stages"
)

// call is a system call of a job and how often the thread that made it most often did.
type call struct {
	name  string
	times int
}

// faults are the system calls that are made to fail, or are killed at, and what they may fail with. Those of the Go
// runtime for itself (threads, memory, time) are left out: a kernel that refuses them ends any Go program with a crash.
var faults = map[string][]string{
	"openat":     {"EIO", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC", "EACCES"},
	"read":       {"EIO", "ENOMEM"},
	"pread64":    {"EIO", "ENOMEM"},
	"write":      {"EIO", "ENOSPC", "EDQUOT"},
	"pwrite64":   {"EIO", "ENOSPC"},
	"fsync":      {"EIO", "ENOSPC"},
	"renameat":   {"EIO", "ENOSPC", "EACCES"},
	"mkdirat":    {"EIO", "ENOSPC", "EMFILE", "EACCES"},
	"unlinkat":   {"EIO", "EACCES"},
	"newfstatat": {"EIO", "ENOMEM", "EACCES"},
	"fstat":      {"EIO", "ENOMEM"},
	"getdents64": {"EIO", "ENOMEM"},
	"ftruncate":  {"EIO"},
	"flock":      {"EIO", "ENOMEM"},
	"linkat":     {"EIO", "ENOSPC"},
	"utimensat":  {"EIO", "EACCES"},
	"fchmodat":   {"EIO", "EACCES"},
	"faccessat2": {"EIO", "EACCES"},
	"close":      {"EIO", "ENOSPC"},
	"lseek":      {"EIO"},
}

// messages are what the programs call the errors.
var messages = map[string]syscall.Errno{"EIO": syscall.EIO, "EMFILE": syscall.EMFILE, "ENFILE": syscall.ENFILE,
	"ENOMEM": syscall.ENOMEM, "ENOSPC": syscall.ENOSPC, "EACCES": syscall.EACCES, "EDQUOT": syscall.EDQUOT}

// inject is the command line of strace that does something to the n-th call of a name that a thread makes.
func inject(name, what string, n int, log string) []string {
	return []string{"strace", "-f", "-y", "-qq", "--seccomp-bpf", "-o", log, "-e", "trace=" + name,
		"-e", fmt.Sprintf("inject=%s:%s:when=%d", name, what, n)}
}

// traced runs a command line once more and counts its system calls.
func (p *pipeline) traced(r *round, line []string) ([]call, error) {
	var names []string
	for name := range faults {
		names = append(names, name)
	}
	slices.Sort(names)
	log := filepath.Join(r.dir, "calls")
	proc := p.process(line, "traced")
	proc.under = []string{"strace", "-f", "-qq", "--seccomp-bpf", "-o", log, "-e", "trace=" + strings.Join(names, ",")}
	if _, err := r.done(proc); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(log)
	if err != nil {
		return nil, err
	}
	times := map[[2]string]int{}
	for line := range strings.Lines(string(data)) {
		if m := regexp.MustCompile(`^(\d+) +(\w+)\(`).FindStringSubmatch(line); m != nil {
			times[[2]string{m[1], m[2]}]++
		}
	}
	var calls []call
	for _, name := range names {
		c := call{name: name}
		for thread, n := range times {
			if thread[1] == name {
				c.times = max(c.times, n)
			}
		}
		if c.times > 0 {
			calls = append(calls, c)
		}
	}
	return calls, nil
}

// failing makes one system call of a job fail. The program ends with the bytes of the undisturbed run, or with exit
// code 1 and a message that names the call's file and the error; permission may be the user's to mend as well. Nothing
// that it leaves is taken for whole, and the next attempt ends with the bytes of the undisturbed run.
func (p *pipeline) failing(r *round) (string, error) {
	j := p.jobs[r.IntN(len(p.jobs))]
	if err := p.prepare(r); err != nil {
		return "", err
	}
	c := j.calls[r.IntN(len(j.calls))]
	errno := one(r, faults[c.name]...)
	log, out := filepath.Join(r.dir, "calls"), filepath.Join(r.dir, "out")
	proc := p.process(j.lines[0], "out")
	proc.under = inject(c.name, "error="+errno, 1+r.IntN(c.times), log)
	e, err := r.run(proc)
	made, logErr := injected(log)
	if logErr != nil {
		return "", logErr
	}
	r.steps = append(r.steps, fmt.Sprintf("injected: %+v", made))
	if errors.Is(err, errCrashed) && !slices.ContainsFunc(made, func(f failed) bool { return r.ours(f.file) }) {
		return c.name + ": hit the Go runtime, which crashed", nil
	}
	if err != nil {
		return "", err
	}
	outcome, err := r.judge(e, made, errno)
	if err != nil {
		return "", err
	}
	if err := p.honest(r, j, e); err != nil {
		return "", err
	}
	// What could not be removed or looked for stays until the next attempt sweeps it.
	if err := leftovers(out); err != nil && !slices.Contains([]string{"unlinkat", "getdents64", "openat"}, c.name) {
		return "", err
	}
	for _, line := range j.lines {
		if _, err := r.done(p.process(line, "out")); err != nil {
			return "", fmt.Errorf("another attempt: %w", err)
		}
	}
	if err := j.same(out); err != nil {
		return "", fmt.Errorf("another attempt: %w", err)
	}
	return c.name + ": " + outcome, leftovers(out)
}

// failed is a call that was made to fail.
type failed struct{ name, file string }

// injected reads from the log of strace which calls were made to fail.
func injected(log string) (all []failed, err error) {
	data, err := os.ReadFile(log)
	if err != nil {
		return nil, err
	}
	begun := map[string]string{} // what a thread had begun to call when another was shown
	whole := regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?(\w+)(.*)$`)
	for line := range strings.Lines(string(data)) {
		m := whole.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		if strings.Contains(line, "<unfinished ...>") {
			begun[m[1]] = m[3]
		}
		if strings.Contains(line, "(INJECTED)") {
			args := m[3]
			if strings.Contains(line, "<... ") {
				args = begun[m[1]]
			}
			all = append(all, failed{m[2], fileOf(m[2], args)})
		}
	}
	return all, nil
}

var (
	ofPath       = regexp.MustCompile(`"((?:[^"\\\\]|\\\\.)+)"`)
	ofDescriptor = regexp.MustCompile(`^\((?:\d+|AT_FDCWD)<(.*?)>`)
)

// fileOf is the file that a call with these arguments is about: the path that it gives, else that of its descriptor.
func fileOf(name, args string) string {
	if m := ofPath.FindStringSubmatch(args); m != nil && (strings.HasSuffix(name, "at") || strings.HasSuffix(name, "at2")) {
		return m[1]
	}
	if m := ofDescriptor.FindStringSubmatch(args); m != nil {
		return m[1]
	}
	return ""
}

// ours reports whether a file is one of the round's: not one of the Go runtime or of the system.
func (r *round) ours(file string) bool {
	if strings.Contains(file, ":[") { // as in anon_inode:[eventfd]
		return false
	}
	return file != "" && (!filepath.IsAbs(file) || strings.HasPrefix(file, r.dir) || strings.HasPrefix(file, filepath.Dir(r.dir)))
}

// judge is what came of an attempt in which calls were made to fail, or an error when it did not end as it should.
func (r *round) judge(e ended, made []failed, errno string) (string, error) {
	if len(made) == 0 {
		if e.code != stages.ExitDone {
			return "", fmt.Errorf("exit code %d, and no call was made to fail", e.code)
		}
		return "was not reached", nil
	}
	switch {
	case e.code == stages.ExitDone:
		return "was done without", nil // its bytes are looked at by the caller
	case errno == "EACCES" && (e.code == stages.ExitInput || e.code == stages.ExitUsage):
		return "was refused, as no permission is", nil
	case e.code != stages.ExitFailed:
		return "", fmt.Errorf("exit code %d, want 0 or 1", e.code)
	}
	if !strings.Contains(e.output, messages[errno].Error()) {
		return "", fmt.Errorf("the message does not say %q", messages[errno].Error())
	}
	for _, f := range made {
		if !r.ours(f.file) || strings.Contains(e.output, plain(f.file)) {
			return "was named, exit code 1", nil
		}
	}
	return "", fmt.Errorf("exit code 1, and the message names none of %+v", made)
}

// plain is the last part of a path without the marks of a temporary name.
func plain(file string) string {
	name := filepath.Base(file)
	if strings.HasPrefix(name, "#") { // a file without a name: its folder is
		name = filepath.Base(filepath.Dir(file))
	}
	return strings.TrimLeft(temporaryName.ReplaceAllString(name, ""), ".")
}

var temporaryName = regexp.MustCompile(`\.tmp-[0-9a-f]{8}.*$`)
