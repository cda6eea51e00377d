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
	Documents int64              // that it was trained on; 0 if unknown
	Encoder   string             // pretrained encoder by its authors' name; "" if none or unknown
	Settings  string             // equal for models that differ only in their seed
	Targets   *Targets           // nil without assignments
	OfSlots   bool               // some slot was trained on ∅: in a system of one slot none is
	Values    map[string]float64 // by table and key of the column, "9/absent/both"
}

// halves are those of the slots: the first half writes present phrases, the second absent ones.
var halves = [...]string{"present", "absent"}

// course adds, from the training lines of a log, the shares of slots in the first and the last quarter of training: retrained on
// a keyphrase (C_p), left without supervision (C_u), trained on ∅.
func (t *Trained) course(log []schemas.TrainLog) {
	log = slices.DeleteFunc(log, func(l schemas.TrainLog) bool { return l.Split != "train" })
	quarter := (len(log) + 3) / 4
	for part, lines := range map[string][]schemas.TrainLog{"first": log[:quarter], "last": log[len(log)-quarter:]} {
		for _, l := range lines {
			t.Values["course/potential/"+part] += l.PotentialShare
			t.Values["course/unimportant/"+part] += l.UnimportantShare
			t.Values["course/null/"+part] += l.NullShare
		}
		for _, slots := range []string{"potential", "unimportant", "null"} {
			if quarter > 0 {
				t.Values["course/"+slots+"/"+part] /= float64(quarter)
			}
		}
	}
	t.OfSlots = slices.ContainsFunc(log, func(l schemas.TrainLog) bool { return l.NullShare > 0 })
}

// Targets tells which snapshots of the assignments of a training count, and how stable the targets of a document's slots are.
type Targets struct {
	Window    [2]int64           // steps of the first and the last snapshot that count
	Snapshots int                // snapshots that count
	Entropy   map[string]float64 // per document: mean over its slots of the entropy of the slot's targets, in bits (section 6.6)
}

// slot identifies a slot of a document.
type slot struct {
	document string
	number   int32
}

// counts holds how often a slot had each target, "" for ∅.
type counts map[string]int

// gather sums up the assignments, ordered by snapshot, of a model with the given number of slots: the targets of its slots at each
// snapshot, for a sample of the training documents (see assignments.parquet of train). A slot without supervision does not count at
// that snapshot.
func (t *Trained) gather(all []schemas.Assignment, slots int) {
	if len(all) == 0 {
		return
	}
	var snapshots []int64
	for _, row := range all {
		snapshots = append(snapshots, row.Snapshot)
	}
	kept := window(slices.Compact(snapshots))
	of := map[slot]counts{}
	for _, row := range all {
		if !slices.Contains(kept, row.Snapshot) {
			continue
		}
		at := slot{row.Document, row.Slot}
		if of[at] == nil {
			of[at] = counts{}
		}
		of[at][strings.Join(row.Target, " ")]++
	}
	t.Targets = &Targets{Window: [2]int64{kept[0], kept[len(kept)-1]}, Snapshots: len(kept), Entropy: entropies(of)}
	t.Values["entropy/bits"] = mean(slices.Collect(maps.Values(t.Targets.Entropy)))
	t.shares(of, int32(slots/2))
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

// shares adds, per half, the share of ∅ among all targets (table 1), and the shares of slots with always ∅, always a phrase, and both
// (tables 3 and 9).
func (t *Trained) shares(all map[slot]counts, half int32) {
	var slots, targets [len(halves)]float64
	for at, of := range all {
		h := 0
		if at.number >= half {
			h = 1
		}
		sum := 0
		for _, n := range of {
			sum += n
		}
		kind := "both"
		switch of[""] {
		case sum:
			kind = "null"
		case 0:
			kind = "target"
		}
		t.Values["9/"+halves[h]+"/"+kind]++
		t.Values["1/"+halves[h]+"/null"] += float64(of[""])
		slots[h]++
		targets[h] += float64(sum)
	}
	for h, half := range halves {
		t.Values["1/"+half+"/null"] /= targets[h]
		for _, kind := range []string{"null", "target", "both"} {
			t.Values["9/"+half+"/"+kind] /= slots[h]
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
	sum := 0.0
	for _, n := range of {
		sum += float64(n)
	}
	for _, n := range slices.Sorted(maps.Values(of)) {
		share := float64(n) / sum
		bits -= float64(share * math.Log2(share))
	}
	return bits
}

// moves adds the shares of documents whose entropy is below, above and equal to that of Baseline of the same seed, if the two have
// documents in common.
func (t *Trained) moves(base *Trained) {
	if t.System == Baseline || base == nil || base.Targets == nil || t.Targets == nil {
		return
	}
	moved, documents := map[string]float64{"fell": 0, "rose": 0, "same": 0}, 0.0
	for id, bits := range t.Targets.Entropy {
		was, ok := base.Targets.Entropy[id]
		if !ok {
			continue
		}
		documents++
		moved[[]string{"fell", "same", "rose"}[1+cmp.Compare(bits, was)]]++
	}
	for move, n := range moved {
		if documents > 0 {
			t.Values["entropy/"+move] = n / documents
		}
	}
}
