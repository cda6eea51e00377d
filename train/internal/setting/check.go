package setting

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
)

func usage(format string, args ...any) error {
	return &stages.UsageError{Err: fmt.Errorf(format, args...)}
}

// mostAssignments is the largest number of rows of assignments.parquet: they stand in memory, about 100 bytes each, and in every
// checkpoint.
const mostAssignments = 5_000_000

// CheckDocuments refuses, for a run on so many training documents, a warm-up that is longer than the run, and snapshots with more
// rows than mostAssignments.
func (c Config) CheckDocuments(documents int) error {
	steps := c.Steps(documents)
	var short, many error
	if c.Warmup > steps {
		short = usage("warmup is %d, but the run has only %d steps: it would never reach lr", c.Warmup, steps)
	}
	watched := int64(min(c.AssignmentsDocuments, documents)) * int64(c.Slots)
	if every := c.AssignmentsEvery; every > 0 && watched > 0 && steps/every+1 > mostAssignments/watched {
		many = usage("assignments_every is %d: %d snapshots of %d slots would be more than the %d rows that fit into memory and checkpoints; "+
			"give a larger --assignments-every or a smaller --assignments-documents", every, steps/every+1, watched, mostAssignments)
	}
	return errors.Join(short, many)
}

// CheckPrecision refuses bfloat16 on a CPU, or in a build, that lacks the named feature for fast products of it: the plain loop would
// take weeks.
func (c Config) CheckPrecision(lacking string) error {
	if !c.HalfProducts() || lacking == "" {
		return nil
	}
	return usage("precision %s needs a CPU with %s, which this CPU or this build lacks: leave it out, or run on a CPU that has it",
		c.Precision, lacking)
}

// Check refuses settings that contradict each other.
func (c Config) Check() error {
	system, unknownSystem := model.ParseSystem(c.System)
	body, unknownBody := model.ParseBody(c.Network)
	errs := []error{unknownSystem, unknownBody}
	must := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	must(!system.Slots || c.Slots >= 2 && c.Slots%2 == 0, "slots is %d, want an even number", c.Slots)
	must(c.PhraseLen >= system.LeastLen, "phrase_len is %d, system %s needs at least %d: %s", c.PhraseLen, system.Name, system.LeastLen, system.Least)
	must(!body.Even || c.DModel%2 == 0, "d_model is %d, network %s needs an even number: half of it for each direction through a document", c.DModel, body.Name)
	must(!body.Heads || c.Heads >= 1 && c.DModel%c.Heads == 0, "heads (%d) do not divide d_model (%d)", c.Heads, c.DModel)
	must(!body.Heads || c.FF >= 1, "ff is %d, want at least 1", c.FF)
	must(c.AssignSteps <= c.PhraseLen, "assign_steps is %d, want 1 to phrase_len (%d)", c.AssignSteps, c.PhraseLen)
	must(c.Copies <= c.Slots, "target_copies is %d, want 1 to slots (%d)", c.Copies, c.Slots)
	must(c.CheckEvery >= 1 || c.CheckEvery == schedule.EachEpoch, "check_every is %d, want a number of steps or -1", c.CheckEvery)
	must(c.Anneal != string(schedule.Linear) || c.Decay == 1 || c.Decay == Defaults().Decay,
		"decay is %g, but with anneal linear no check lowers the learning rate: leave decay out", c.Decay)
	return errors.Join(errs...)
}
