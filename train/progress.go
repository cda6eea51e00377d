package main

import (
	"fmt"
	"time"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/train/internal/loop"
)

// progress shows the steps of this attempt, their loss and the tokens per second.
type progress struct {
	task   *stages.Task
	start  time.Time
	tokens int64 // since start: source and target tokens
	shown  *stages.Progress
}

func (p *progress) report(s loop.Status) {
	if p.shown == nil {
		if s.Resumed > 0 {
			p.task.Log.Info("resuming from a checkpoint", "step", s.Resumed, "of", s.Steps)
		}
		p.shown = p.task.Progress("train", "steps", s.Steps-s.Resumed)
	}
	p.tokens += s.Tokens
	note := fmt.Sprintf("epoch %d step %d loss %.4f lr %.3g %.0f tokens/s", s.Epoch, s.Step, s.Loss, s.Rate,
		float64(p.tokens)/time.Since(p.start).Seconds())
	if s.Found {
		note += fmt.Sprintf(" best %.4f", s.Best)
	}
	p.shown.Note(note)
	p.shown.Add(1)
}

// checked logs a check of the validation loss.
func (p *progress) checked(c loop.Check) {
	p.task.Log.Info("validation", "step", c.Step, "loss", c.Loss, "best", c.Best, "learning_rate", c.Rate)
}

func (p *progress) done() {
	if p.shown != nil {
		p.shown.Done()
	}
}
