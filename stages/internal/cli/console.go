package cli

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/lmittmann/tint"
	"golang.org/x/term"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Console is the terminal or log of a stage: log lines, one progress bar that they do not disturb, and the final
// message.
type Console struct {
	name     string
	w        io.Writer
	terminal bool
	quiet    bool
	json     bool
	debug    bool
	log      *slog.Logger

	mu       sync.Mutex
	progress *Progress // the one drawn on the terminal
	begun    []*Progress
}

// NewConsole returns a console for the program name that writes to w, as text until the command line asks otherwise. With
// debug it also writes debug lines.
func NewConsole(name string, w io.Writer, debug bool) *Console {
	c := &Console{name: name, w: w, debug: debug}
	if f, ok := w.(*os.File); ok {
		c.terminal = term.IsTerminal(int(f.Fd()))
	}
	c.set(false, "text")
	return c
}

// set applies the flags --quiet and --log-format.
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
		c.log = slog.New(tint.NewTextHandler(c, &tint.Options{Level: level, TimeFormat: time.TimeOnly, NoColor: true, ReplaceAttr: readable}))
	case format == "text":
		c.log = slog.New(slog.NewTextHandler(c, opts)).With("stage", c.name)
	case c.json:
		c.log = slog.New(slog.NewJSONHandler(c, opts)).With("stage", c.name)
	default:
		return fault.Usagef("--log-format %s: want text or json", format)
	}
	return nil
}

// readable shapes a line for people at a terminal: 15:04:05 message key=value. Levels other than info stand before the message.
func readable(groups []string, a slog.Attr) slog.Attr {
	switch {
	case len(groups) > 0:
	case a.Key == slog.LevelKey && a.Value.Any() == slog.LevelInfo:
		return slog.Attr{}
	case a.Key == slog.LevelKey:
		return slog.String(a.Key, strings.ToLower(a.Value.String())+":")
	case a.Key == slog.MessageKey:
		return slog.String(a.Key, printable(a.Value.String()))
	}
	return a
}

// Log returns the logger for the format and level of the command line.
func (c *Console) Log() *slog.Logger { return c.log }

// Write writes below the progress bar, which is redrawn with the next step, and masks passwords of URLs.
func (c *Console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.progress != nil && c.progress.bar != nil {
		// Clear the bar first: text after it would stand on the bar's line.
		c.progress.bar.Clear()
	}
	if _, err := c.w.Write(masked(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Fail prints why the program ends, on one line: several errors stand behind each other.
func (c *Console) Fail(err error) {
	if c.json {
		c.log.Error(err.Error())
		return
	}
	fmt.Fprintf(c, "%s: %s\n", c.name, printable(strings.ReplaceAll(err.Error(), "\n", "; ")))
}

// bars reports whether progress is drawn as a bar.
func (c *Console) bars() bool { return c.terminal && !c.json && !c.quiet }

// EndProgress removes a bar that is still drawn.
func (c *Console) EndProgress() {
	c.mu.Lock()
	p := c.progress
	c.mu.Unlock()
	if p != nil {
		p.Done()
	}
}
