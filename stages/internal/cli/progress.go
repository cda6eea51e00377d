package cli

import (
	"log/slog"
	"math"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressEvery is the time between two log lines of progress without a terminal.
const progressEvery = 10 * time.Second

// Progress shows how far a loop is: on a terminal a bar with rate and time left, otherwise a log line every ten
// seconds. Several goroutines may use it. Only one Progress at a time is drawn as a bar.
type Progress struct {
	con        *Console
	what, unit string
	total      int64
	start      time.Time

	// Guarded by the lock of the console, to which the bar is drawn.
	done int64
	note string
	last time.Time
	end  time.Time // zero until Done
	bar  *progressbar.ProgressBar
}

// Progress starts to show the activity what ("decode"), counted in unit ("documents") up to total; 0 or less if the total
// is unknown.
func (c *Console) Progress(what, unit string, total int64) *Progress {
	now := time.Now()
	p := &Progress{con: c, what: what, unit: unit, total: total, start: now, last: now}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun = append(c.begun, p)
	if !c.bars() || c.progress != nil { // one bar at a time; the others are silent
		return p
	}
	if total <= 0 {
		total = -1
	}
	p.bar = progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(c.w), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
		progressbar.OptionSetItsString(unit), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowIts(), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), progressbar.OptionSetWidth(20))
	p.bar.Add64(0) // start the bar's clock here: with the first batch, that batch would take no time
	c.progress = p
	return p
}

// Add counts n more.
func (p *Progress) Add(n int64) {
	p.con.mu.Lock()
	p.done += n
	if p.bar != nil && p.end.IsZero() {
		p.bar.Add64(n)
	}
	now := time.Now()
	due := p.end.IsZero() && !p.con.bars() && now.Sub(p.last) >= progressEvery
	if due {
		p.last = now
	}
	line := p.line(now)
	p.con.mu.Unlock()
	if due { // after the unlock: the line goes through the console, which takes the lock again
		p.con.log.Info(p.what, line...)
	}
}

// Note shows a short text beside the count from now on, such as the loss of the last step.
func (p *Progress) Note(text string) {
	p.con.mu.Lock()
	defer p.con.mu.Unlock()
	p.note = text
	if p.bar != nil && p.end.IsZero() {
		p.bar.Describe(p.what + " " + text)
	}
}

// Done ends the display. A second Done does nothing.
func (p *Progress) Done() {
	p.con.mu.Lock()
	ended := !p.end.IsZero()
	if !ended {
		p.end = time.Now()
	}
	if p.bar != nil && !ended {
		p.bar.Clear()
		p.con.progress = nil
	}
	line := p.line(time.Now())
	p.con.mu.Unlock()
	if !ended {
		p.con.log.Info(p.what, line...)
	}
}

// line says where the loop is.
func (p *Progress) line(now time.Time) []any {
	seconds := now.Sub(p.start).Seconds()
	rate := 0.0
	if seconds > 0 {
		rate = float64(p.done) / seconds
	}
	said := []any{p.unit, p.done, slog.Float64("per_second", math.Round(rate*10)/10)}
	if p.total > 0 {
		said = append(said, "of", p.total)
	}
	if p.total > p.done && rate > 0 && p.end.IsZero() {
		said = append(said, "seconds_left", math.Round(float64(p.total-p.done)/rate))
	}
	if p.note != "" {
		said = append(said, "note", p.note)
	}
	return said
}

// Activity is what one or several Progresses of one name and unit have counted.
type Activity struct {
	What, Unit  string
	Done, Total int64   // Total is 0 if it is unknown
	Rate        float64 // per second, while they ran
}

// Activities returns the activities of the run so far, in the order in which they began.
func (c *Console) Activities() (all []Activity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	seconds := map[[2]string]float64{}
	for _, p := range c.begun {
		i := slices.IndexFunc(all, func(a Activity) bool { return a.What == p.what && a.Unit == p.unit })
		if i < 0 {
			i, all = len(all), append(all, Activity{What: p.what, Unit: p.unit})
		}
		until := p.end
		if until.IsZero() {
			until = time.Now()
		}
		a, key := &all[i], [2]string{p.what, p.unit}
		a.Done, a.Total = a.Done+p.done, a.Total+max(p.total, 0)
		if seconds[key] += until.Sub(p.start).Seconds(); seconds[key] > 0 {
			a.Rate = float64(a.Done) / seconds[key]
		}
	}
	return all
}
