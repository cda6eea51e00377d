package cli

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"

	"golang.org/x/term"

	"wrone2set/stages/internal/fault"
)

// Console is where a stage talks to people: log lines, one progress bar that they do not tear apart, and the last
// words.
type Console struct {
	name     string
	w        io.Writer
	terminal bool
	quiet    bool
	json     bool
	debug    bool
	log      *slog.Logger

	mu       sync.Mutex
	progress *Progress // the one that is drawn on the terminal
}

// NewConsole writes to w what the program name has to say, with debug more of it, as text until a command line wants
// it otherwise.
func NewConsole(name string, w io.Writer, debug bool) *Console {
	c := &Console{name: name, w: w, debug: debug}
	if f, ok := w.(*os.File); ok {
		c.terminal = term.IsTerminal(int(f.Fd()))
	}
	c.set(false, "text")
	return c
}

// set takes over the flags --quiet and --log-format.
func (c *Console) set(quiet bool, format string) error {
	c.quiet = quiet
	level := slog.LevelInfo
	switch {
	case c.debug:
		level = slog.LevelDebug
	case quiet:
		level = slog.LevelWarn
	}
	opts := &slog.HandlerOptions{Level: level}
	c.json = format == "json"
	switch {
	case format == "text" && c.terminal:
		c.log = slog.New(newLines(c, level))
	case format == "text":
		c.log = slog.New(slog.NewTextHandler(c, opts)).With("stage", c.name)
	case c.json:
		c.log = slog.New(slog.NewJSONHandler(c, opts)).With("stage", c.name)
	default:
		return fault.Usagef("--log-format %s: want text or json", format)
	}
	return nil
}

// Log is where lines are logged, as the command line wants them.
func (c *Console) Log() *slog.Logger { return c.log }

// Write writes below the progress bar, which is drawn again with the next step.
func (c *Console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.progress != nil && c.progress.bar != nil {
		// Text behind a bar that is still there would stand on the bar's line.
		c.progress.bar.Clear()
	}
	return c.w.Write(p)
}

// Fail says why the program ends.
func (c *Console) Fail(message string) {
	if c.json {
		c.log.Error(message)
		return
	}
	fmt.Fprintf(c, "%s: %s\n", c.name, message)
}

// bars reports whether progress is drawn as a bar.
func (c *Console) bars() bool { return c.terminal && !c.json && !c.quiet }

// EndProgress takes the bar away, when one is left.
func (c *Console) EndProgress() {
	// Done locks the progress and then the console: to hold the console's lock here would be the other order, and two
	// goroutines could wait for each other for ever.
	c.mu.Lock()
	p := c.progress
	c.mu.Unlock()
	if p != nil {
		p.Done()
	}
}
