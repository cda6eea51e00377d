package paper

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// Trained holds the facts that the training of a model recorded.
type Trained struct {
	Model
	Documents int64  // that it was trained on; 0 if unknown
	Encoder   string // pretrained encoder by its authors' name; "" if none or unknown
	Settings  string // equal for models that differ only in their seed
	Targets   *Targets
	Course    Course
}

// Course holds, from train_log.parquet, the shares of slots through training: retrained on a keyphrase (C_p), left
// without supervision (C_u), trained on ∅. There is one share per line of the log.
type Course struct{ Potential, Unimportant, Null []float64 }

// CourseOf reads the training lines of a log.
func CourseOf(log []schemas.TrainLog) (c Course) {
	for _, l := range log {
		if l.Split != "train" {
			continue
		}
		c.Potential = append(c.Potential, l.PotentialShare)
		c.Unimportant = append(c.Unimportant, l.UnimportantShare)
		c.Null = append(c.Null, l.NullShare)
	}
	return c
}

// Targets sums up the assignments of a training: the targets of its slots at each snapshot, for a sample of the
// training documents (see assignments.parquet of train). A slot without supervision does not count at that snapshot.
// The fields cover the snapshots of window.
type Targets struct {
	Window    [2]int64           // steps of the first and the last snapshot that count
	Snapshots int                // snapshots that count
	Null      [2]float64         // per half: share of ∅ among all targets (table 1)
	Kinds     [2][3]float64      // per half: shares of slots with always ∅, always a phrase, both (tables 3 and 9)
	Entropy   map[string]float64 // per document: mean over its slots of the entropy of the slot's targets, in bits (section 6.6)
}

// slot identifies a slot of a document.
type slot struct {
	document string
	number   int32
}

// counts holds how often a slot had each target, "" for ∅.
type counts map[string]int

// Gather sums up assignments, ordered by snapshot, of models with the given number of slots; nil if there are none.
func Gather(all []schemas.Assignment, slots int) *Targets {
	var snapshots []int64
	for _, row := range all {
		if n := len(snapshots); n == 0 || snapshots[n-1] != row.Snapshot {
			snapshots = append(snapshots, row.Snapshot)
		}
	}
	if len(all) == 0 {
		return nil
	}
	kept := window(snapshots)
	counted := count(all, kept)
	t := &Targets{Window: [2]int64{kept[0], kept[len(kept)-1]}, Snapshots: len(kept), Entropy: entropies(counted)}
	t.shares(counted, int32(slots/2))
	return t
}

// The paper samples the targets every 8,000 of the last 80,000 steps (section 3). It trains for 850,000 steps: 20 epochs of 510,000
// documents, 12 per step.
const (
	snapshotsOfPaper = 10
	windowOfPaper    = 80_000. / 850_000
)

// window chooses the last snapshot and the nine before it that are nearest to the paper's, by share of the steps. If
// snapshots are too far apart for that, it chooses the last ten: the share of constant slots depends on how many
// samples one takes.
func window(snapshots []int64) (kept []int64) {
	last := float64(snapshots[len(snapshots)-1])
	for i := range snapshotsOfPaper {
		at := last - float64(snapshotsOfPaper-1-i)*last*windowOfPaper/snapshotsOfPaper
		kept = append(kept, slices.MinFunc(snapshots, func(a, b int64) int {
			return cmp.Compare(math.Abs(float64(a)-at), math.Abs(float64(b)-at))
		}))
	}
	if kept = slices.Compact(kept); len(kept) < snapshotsOfPaper {
		return snapshots[max(0, len(snapshots)-snapshotsOfPaper):]
	}
	return kept
}

// count counts the targets of every slot at the snapshots.
func count(rows []schemas.Assignment, snapshots []int64) map[slot]counts {
	all := map[slot]counts{}
	for _, row := range rows {
		if !slices.Contains(snapshots, row.Snapshot) {
			continue
		}
		at := slot{row.Document, row.Slot}
		if all[at] == nil {
			all[at] = counts{}
		}
		all[at][strings.Join(row.Target, " ")]++
	}
	return all
}

// shares fills Null and Kinds. The first half of the slots writes present phrases, the second absent ones.
func (t *Targets) shares(all map[slot]counts, half int32) {
	var slots, targets [2]float64
	for at, of := range all {
		h := 0
		if at.number >= half {
			h = 1
		}
		sum := 0
		for _, n := range of {
			sum += n
		}
		kind := 2
		switch of[""] {
		case sum:
			kind = 0
		case 0:
			kind = 1
		}
		t.Kinds[h][kind]++
		t.Null[h] += float64(of[""])
		slots[h]++
		targets[h] += float64(sum)
	}
	for h := range slots {
		t.Null[h] /= targets[h]
		for kind := range t.Kinds[h] {
			t.Kinds[h][kind] /= slots[h]
		}
	}
}

// entropies returns, per document, the mean entropy of its slots in bits.
func entropies(all map[slot]counts) map[string]float64 {
	each := map[string][]float64{}
	for at, of := range all {
		each[at.document] = append(each[at.document], entropy(of))
	}
	means := map[string]float64{}
	for document, values := range each {
		means[document] = mean(values)
	}
	return means
}

// mean sums in rising order: a map gives the values in any.
func mean(values []float64) (sum float64) {
	slices.Sort(values)
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}

func entropy(of counts) (bits float64) {
	var values []float64
	sum := 0.0
	for _, n := range of {
		values, sum = append(values, float64(n)), sum+float64(n)
	}
	slices.Sort(values)
	for _, n := range values {
		bits -= float64(n / sum * math.Log2(n/sum))
	}
	return bits
}

// average returns the mean over documents.
func average(of map[string]float64) float64 { return mean(slices.Collect(maps.Values(of))) }
