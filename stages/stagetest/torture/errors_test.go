//go:build linux

package torture

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/wrone2set/wrone2set/stages"
)

// call is a system call of a job and how often the thread that made it most often did.
type call struct {
	name  string
	times int
}

// fault is how a system call is made to fail: the errors, and what a message may call it by.
type fault struct {
	with, says []string
}

// faults are the system calls that are made to fail. Those of the Go runtime for itself (threads,
// memory, time) are left out: a kernel that refuses them ends any Go program with a crash.
var faults = map[string]fault{
	"openat":     {[]string{"EIO", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC", "EACCES"}, []string{"open"}},
	"read":       {[]string{"EIO", "ENOMEM"}, []string{"read"}},
	"pread64":    {[]string{"EIO", "ENOMEM"}, []string{"read"}},
	"write":      {[]string{"EIO", "ENOSPC", "EDQUOT"}, []string{"write"}},
	"pwrite64":   {[]string{"EIO", "ENOSPC"}, []string{"write"}},
	"fsync":      {[]string{"EIO", "ENOSPC"}, []string{"sync"}},
	"renameat":   {[]string{"EIO", "ENOSPC", "EACCES"}, []string{"rename"}},
	"mkdirat":    {[]string{"EIO", "ENOSPC", "EMFILE", "EACCES"}, []string{"mkdir"}},
	"unlinkat":   {[]string{"EIO", "EACCES"}, []string{"unlink", "remove"}},
	"newfstatat": {[]string{"EIO", "ENOMEM", "EACCES"}, []string{"stat"}},
	"fstat":      {[]string{"EIO", "ENOMEM"}, []string{"stat"}},
	"getdents64": {[]string{"EIO", "ENOMEM"}, []string{"readdir"}},
	"ftruncate":  {[]string{"EIO"}, []string{"truncate"}},
	"flock":      {[]string{"EIO", "ENOMEM"}, []string{"lock"}},
	"linkat":     {[]string{"EIO", "ENOSPC"}, []string{"link"}},
	"utimensat":  {[]string{"EIO", "EACCES"}, []string{"chtimes"}},
	"fchmodat":   {[]string{"EIO", "EACCES"}, []string{"chmod"}},
	"faccessat2": {[]string{"EIO", "EACCES"}, []string{"access"}},
	"close":      {[]string{"EIO", "ENOSPC"}, []string{"close"}},
	"lseek":      {[]string{"EIO"}, []string{"seek"}},
}

// messages are what the programs call the errors.
var messages = map[string]syscall.Errno{"EIO": syscall.EIO, "EMFILE": syscall.EMFILE, "ENFILE": syscall.ENFILE,
	"ENOMEM": syscall.ENOMEM, "ENOSPC": syscall.ENOSPC, "EACCES": syscall.EACCES, "EDQUOT": syscall.EDQUOT}

// nth draws which of a thread's calls is meant, rather an early one, since not every thread makes as many.
func (r *round) nth(c call) int { return 1 + r.IntN(1+r.IntN(c.times)) }

// inject is the command line of strace that makes the n-th call of a name that a thread makes fail.
func inject(name, errno string, n int, log string) []string {
	return []string{"strace", "-f", "-y", "-qq", "-o", log, "-e", "trace=" + name, "-e", fmt.Sprintf("inject=%s:error=%s:when=%d", name, errno, n), "--seccomp-bpf"}
}

// traced runs the first command line of a job once more and notes its system calls.
func (p *pipeline) traced(r *round, j *job) error {
	log := filepath.Join(r.dir, "calls")
	names := slices.Sorted(maps.Keys(faults)) // in one order, since they are drawn from by number
	proc := p.process(j.lines[0], "new")
	proc.under = []string{"strace", "-f", "-y", "-qq", "--seccomp-bpf", "-o", log, "-e", "trace=" + strings.Join(names, ",")}
	if _, err := r.done(proc); err != nil {
		return err
	}
	made, err := calls(log)
	if err != nil {
		return err
	}
	times := map[[2]string]int{}
	for _, c := range made {
		times[[2]string{c.thread, c.name}]++
	}
	for _, name := range names {
		c := call{name: name}
		for thread, n := range times {
			if thread[1] == name {
				c.times = max(c.times, n)
			}
		}
		if c.times > 0 {
			j.calls = append(j.calls, c)
		}
	}
	if len(j.calls) == 0 {
		return fmt.Errorf("strace shows none of %v", names)
	}
	return nil
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
	errno := one(r, faults[c.name].with...)
	log, out := filepath.Join(r.dir, "calls"), filepath.Join(r.dir, "out")
	proc := p.process(j.lines[0], "out")
	proc.under = inject(c.name, errno, r.nth(c), log)
	e, err := r.run(proc)
	made, logErr := injected(log)
	if logErr != nil {
		return "", logErr
	}
	r.steps = append(r.steps, fmt.Sprintf("injected: %+v", made))
	// Each thread's n-th call fails: with a file of ours perhaps the runtime's own event, at which it crashes.
	foreign := slices.ContainsFunc(made, func(f failed) bool { return !p.ours(r, f.file) })
	if foreign && errors.Is(err, errCrashed) {
		return c.name + ": hit the Go runtime, which crashed", nil
	}
	if err != nil {
		return "", err
	}
	own := slices.ContainsFunc(made, func(f failed) bool { return p.ours(r, f.file) })
	// Nor is a message to be had where writing it failed.
	mute := slices.ContainsFunc(made, func(f failed) bool { return strings.HasPrefix(f.file, "pipe:[") && f.name == "write" })
	outcome, err := judge(e, made, errno, own && !mute)
	if err != nil {
		return "", err
	}
	if err := p.honest(r, j, e, false); err != nil {
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

// failed is a call that was made to fail, or may be.
type failed struct{ name, file string }

// traceCall is a call in the log of strace, with one of the files that it is about.
type traceCall struct {
	failed
	thread   string
	injected bool
}

// injected reads from the log of strace which calls were made to fail.
func injected(log string) (all []failed, err error) {
	made, err := calls(log)
	for _, c := range made {
		if c.injected {
			all = append(all, c.failed)
		}
	}
	return all, err
}

// calls reads the log of strace; a call with two paths, such as rename, is there twice.
func calls(log string) (all []traceCall, err error) {
	data, err := os.ReadFile(log)
	if err != nil {
		return nil, err
	}
	begun := map[string]string{} // what a thread had begun to call when another was shown
	for line := range strings.Lines(string(data)) {
		m := callLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		args := m[3]
		if strings.Contains(line, "<unfinished ...>") {
			begun[m[1]] = args
			continue
		}
		if strings.Contains(line, "<... ") {
			args = begun[m[1]]
		}
		for _, file := range filesOf(m[2], args) {
			all = append(all, traceCall{failed{m[2], file}, m[1], strings.Contains(line, "(INJECTED)")})
		}
	}
	return all, nil
}

var (
	// thread, name and arguments; of a call that was shown as unfinished the arguments stand there
	callLine     = regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?(\w+)(.*)$`)
	ofPath       = regexp.MustCompile(`"((?:[^"\\\\]|\\\\.)+)"`)
	ofDescriptor = regexp.MustCompile(`^\((?:\d+|AT_FDCWD)<(.*?)>`)
)

// filesOf are the files that a call with these arguments is about: the paths that it gives, else that of its descriptor,
// else one without a name.
func filesOf(name, args string) (files []string) {
	if strings.HasSuffix(name, "at") || strings.HasSuffix(name, "at2") {
		for _, m := range ofPath.FindAllStringSubmatch(args, -1) {
			files = append(files, m[1])
		}
	}
	if m := ofDescriptor.FindStringSubmatch(args); m != nil && len(files) == 0 {
		files = append(files, m[1])
	}
	if len(files) == 0 {
		files = append(files, "")
	}
	return files
}

// ours reports whether a file is one of the round's: not one of the Go runtime or of the system.
func (p *pipeline) ours(r *round, file string) bool {
	if strings.Contains(file, ":[") { // as in anon_inode:[eventfd]
		return false
	}
	return file != "" && (!filepath.IsAbs(file) || strings.HasPrefix(file, r.dir) || strings.HasPrefix(file, p.in))
}

// judge is what came of an attempt in which calls were made to fail, or an error when it did not end as it should; with
// told it has to name one of the calls and its file.
func judge(e ended, made []failed, errno string, told bool) (string, error) {
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
	case !told:
		return "was met outside our files, exit code 1", nil
	}
	if !strings.Contains(e.output, messages[errno].Error()) {
		return "", fmt.Errorf("the message does not say %q", messages[errno].Error())
	}
	for _, f := range made {
		called := slices.ContainsFunc(faults[f.name].says, func(word string) bool { return strings.Contains(e.output, word) })
		if called && strings.Contains(e.output, plain(f.file)) {
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
