package cli

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
)

// lines is a slog.Handler for people at a terminal, one line per record: 15:04:05 message key=value. Levels other than
// info stand before the message.
type lines struct {
	w     io.Writer
	mu    *sync.Mutex
	line  *bytes.Buffer // the destination of attrs
	attrs slog.Handler  // writes the attributes alone
}

func newLines(w io.Writer, level slog.Level) *lines {
	h := &lines{w: w, mu: &sync.Mutex{}, line: &bytes.Buffer{}}
	h.attrs = slog.NewTextHandler(h.line, &slog.HandlerOptions{Level: level, ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
			return slog.Attr{}
		}
		return a
	}})
	return h
}

// Enabled implements slog.Handler.
func (h *lines) Enabled(ctx context.Context, l slog.Level) bool { return h.attrs.Enabled(ctx, l) }

// Handle implements slog.Handler.
func (h *lines) Handle(ctx context.Context, r slog.Record) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.line.Reset()
	h.line.WriteString(r.Time.Format("15:04:05 "))
	if r.Level != slog.LevelInfo {
		h.line.WriteString(strings.ToLower(r.Level.String()) + ": ")
	}
	h.line.WriteString(printable(r.Message) + " ")
	if err := h.attrs.Handle(ctx, r); err != nil {
		return err
	}
	_, err := h.w.Write(append(bytes.TrimRight(h.line.Bytes(), " \n"), '\n'))
	return err
}

// WithAttrs implements slog.Handler.
func (h *lines) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.attrs = h.attrs.WithAttrs(attrs)
	return &with
}

// WithGroup implements slog.Handler.
func (h *lines) WithGroup(name string) slog.Handler {
	with := *h
	with.attrs = h.attrs.WithGroup(name)
	return &with
}
