//go:build linux

package torture

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// buckets makes rounds over an S3 server that fails.
type buckets struct {
	*pipeline
	server *s3server.Server
	jobs   []*job
}

const bucketName = "torture"

// newBuckets starts the server and learns what the jobs in parts come to.
func newBuckets(t *testing.T, p *pipeline) *buckets {
	t.Helper()
	b := &buckets{pipeline: p, server: s3server.Real(t, bucketName)}
	b.server.Environment(t)
	infer := p.job("raw").lines[0]
	parts := &job{name: "bucket", lines: [][]string{append(slices.Clone(infer), "--part-documents", "4")}, other: []string{"--max-phrases", "1"}}
	r := &round{Rand: rand.New(rand.NewPCG(0, 0)), ctx: t.Context(), dir: filepath.Join(p.root, parts.name)}
	if err := p.undisturbed(r, parts); err != nil {
		t.Fatalf("%s, undisturbed: %v\n%s", parts.name, err, r.trail())
	}
	b.jobs = []*job{parts, parts, p.job("preprocess"), p.job("raw"), p.job("score")}
	return b
}

// round runs attempts at a job whose output lies in the bucket: one after the other or at once, with equal settings or others,
// over a server that fails, and kills some. Nothing that they leave is taken for whole unless it is, who ends with 0 has made
// what stands, and without faults the next attempt ends with the bytes of the undisturbed run.
func (b *buckets) round(r *round) (string, error) {
	j := b.jobs[r.IntN(len(b.jobs))]
	if err := b.prepare(r); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(r.dir, "drafts"), 0o777); err != nil {
		return "", err
	}
	modes := slices.Clone(s3server.Modes[:])
	r.Shuffle(len(modes), func(i, k int) { modes[i], modes[k] = modes[k], modes[i] })
	modes = modes[:1+r.IntN(len(modes))]
	faults := b.server.Faults(r.Uint64(), one(r, 0, .02, .05, .15), modes...)
	defer faults.Close()
	at := &bucketRound{round: r, buckets: b, job: j, faults: faults, out: "s3://" + bucketName + "/" + filepath.Base(r.dir) + "/out"}
	defer os.RemoveAll(filepath.Dir(at.there()))
	for range 1 + r.IntN(3) {
		if err := at.attempts(); err != nil {
			return "", err
		}
	}
	faults.Still()
	if err := at.last(); err != nil {
		return "", err
	}
	what := "not killed"
	if r.kills > 0 {
		what = "killed"
	}
	met := "no faults"
	if len(faults.Met()) > 0 {
		met = "faults"
	}
	return j.name + ": " + what + ", " + met, nil
}

// bucketRound is a round over a bucket.
type bucketRound struct {
	*round
	buckets *buckets
	job     *job
	faults  *s3server.Faults
	out     string
	mixed   bool // attempts with other settings were made
}

// there is where the server keeps the output.
func (b *bucketRound) there() string {
	return filepath.Join(b.buckets.server.Dir, strings.TrimPrefix(b.out, "s3://"))
}

// attempts runs one to three attempts at once.
func (b *bucketRound) attempts() error {
	n := one(b.round, 1, 1, 2, 3)
	rounds, ends, errs, others := make([]*round, n), make([]ended, n), make([]error, n), make([]bool, n)
	var wg sync.WaitGroup
	for i := range n {
		others[i] = b.IntN(3) == 0
		b.mixed = b.mixed || others[i]
		force := b.mixed && b.IntN(2) == 0
		rounds[i] = &round{ctx: b.ctx, dir: b.dir, Rand: rand.New(rand.NewPCG(b.Uint64(), 0))}
		proc := b.process(others[i], force)
		if b.IntN(2) == 0 {
			proc.killed = b.moment(2 * b.job.took)
		}
		wg.Go(func() { ends[i], errs[i] = rounds[i].run(proc) })
	}
	wg.Wait()
	for i, r := range rounds {
		b.steps = append(b.steps, r.steps...)
		if ends[i].code == -1 {
			b.kills++
		}
		if errs[i] != nil {
			return errs[i]
		}
		if err := b.right(ends[i]); err != nil {
			return err
		}
	}
	return b.honest(ends, others)
}

// process is an attempt, with the job's settings or others.
func (b *bucketRound) process(other, force bool) process {
	line := b.job.lines[0]
	if other {
		line = b.job.others[0]
	}
	var extra []string
	if force {
		extra = []string{"--force"}
	}
	p := b.buckets.process(line, b.out, extra...)
	p.env = []string{"AWS_ENDPOINT_URL=" + b.faults.URL, "TMPDIR=" + filepath.Join(b.dir, "drafts")}
	return p
}

// right is an error when an exit code is not that of what happened: only a folder of other settings is not worth another attempt.
func (b *bucketRound) right(e ended) error {
	switch {
	case e.code == stages.ExitDone, e.code == stages.ExitFailed, e.code == -1:
		return nil
	case e.code == stages.ExitUsage && b.mixed && strings.Contains(e.output, "--force"):
		return nil
	}
	return fmt.Errorf("exit code %d", e.code)
}

// honest is an error when what attempts left is taken for whole and is not, or is not what one of those that ended with 0 made.
func (b *bucketRound) honest(ends []ended, others []bool) error {
	b.faults.Drain()
	made, other := 0, 0
	for i, e := range ends {
		if e.code == stages.ExitDone {
			made++
			if others[i] {
				other++
			}
		}
	}
	mark, err := manifest.ReadMark(nil, b.there())
	if err != nil && made == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("exit code 0, and %w", err)
	}
	finished := false
	names, err := os.ReadDir(b.there())
	if err != nil {
		return err
	}
	for _, e := range names {
		if !output.IsManifest(e.Name()) {
			continue
		}
		m, err := manifest.Read(nil, filepath.Join(b.there(), e.Name()))
		if err != nil {
			return err
		}
		if m.Key != mark.Key { // which nobody believes
			continue
		}
		finished = finished || e.Name() == manifest.Name
		if damage, err := m.Damage(nil, b.there(), true, func(path string) (fs.FileInfo, error) { return os.Lstat(path) }); err != nil || len(damage) > 0 {
			return fmt.Errorf("%s lists %v, %v", e.Name(), damage, err)
		}
	}
	same := other == 0 || other == made
	if made == 0 || !finished {
		if made > 0 && same && len(ends) == 1 {
			return fmt.Errorf("exit code 0, and the output is not finished")
		}
		return nil
	}
	got, err := listed(b.there())
	if err != nil {
		return err
	}
	if whole, old := differ(b.job.whole, got, ""), differ(b.job.old, got, ""); whole != nil && old != nil {
		return fmt.Errorf("finished, and %w; of other settings, and %w", whole, old)
	} else if len(ends) == 1 && (other == 0) != (whole == nil) {
		return fmt.Errorf("what stands is not of the settings that ended with exit code 0")
	}
	return nil
}

// listed are the files of a finished output that its manifest lists.
func listed(dir string) (map[string]string, error) {
	m, err := manifest.Read(nil, filepath.Join(dir, manifest.Name))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, f := range m.Outputs {
		data, err := os.ReadFile(filepath.Join(dir, f.Path))
		if err != nil {
			return nil, err
		}
		files[f.Path] = string(data)
	}
	return files, nil
}

// last makes the output without faults. A request that comes late may take the folder from it, once.
func (b *bucketRound) last() error {
	for try := 0; ; try++ {
		e, err := b.run(b.process(false, b.mixed))
		if err != nil {
			return err
		}
		if e.code == stages.ExitDone {
			break
		}
		if try > 1 || e.code != stages.ExitFailed {
			return fmt.Errorf("without faults: exit code %d", e.code)
		}
	}
	if err := b.honest([]ended{{code: stages.ExitDone}}, []bool{false}); err != nil {
		return fmt.Errorf("without faults: %w", err)
	}
	left, err := os.ReadDir(filepath.Join(b.dir, "drafts"))
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("left in TMPDIR: %s", left[0].Name())
	}
	return err
}
