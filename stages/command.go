package stages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"wrone2set/stages/internal/config"
)

// DebugEnv is the environment variable that, when not empty, shows the stack of an internal error and more log lines.
const DebugEnv = "WRONE2SET_DEBUG"

// Main runs the stage with the arguments of the program and ends the program with one of the exit codes. SIGINT and
// SIGTERM end ctx of Run; a second one ends the program at once.
func Main[C any](s Stage[C]) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(Execute(ctx, s, os.Args[1:], os.Stdout, os.Stderr))
}

// Execute is Main without the program: args are the arguments after the program's name, and the exit code is returned.
func Execute[C any](ctx context.Context, s Stage[C], args []string, stdout, stderr io.Writer) int {
	if err := s.Validate(); err != nil {
		fmt.Fprintln(stderr, err)
		return ExitFailed
	}
	debugging := os.Getenv(DebugEnv) != ""
	con := newConsole(s.Name, stderr, debugging)
	err := guard(func() error { return s.command(con, stdout, stderr).RunContext(ctx, append([]string{s.Name}, args...)) })
	con.endProgress()
	if err != nil {
		report(con, s.Name, s.Version, err, debugging)
	}
	return exitCode(err)
}

// command builds the command line from the ports and the settings.
func (s Stage[C]) command(con *console, stdout, stderr io.Writer) *cli.App {
	first, rest := title(s.Doc)
	return &cli.App{
		Name: s.Name, Usage: first, Description: rest, Version: s.Version,
		UsageText: s.usageText(),
		Flags:     s.flags(), HideHelpCommand: true, DisableSliceFlagSeparator: true,
		Writer: stdout, ErrWriter: stderr, OnUsageError: s.usageError,
		ExitErrHandler: func(*cli.Context, error) {},
		Action:         func(c *cli.Context) error { return s.action(c, con, stdout) },
	}
}

// usageError rewords what the flag parser says.
func (s Stage[C]) usageError(c *cli.Context, err error, _ bool) error {
	const unknown = "flag provided but not defined: -"
	if name, ok := strings.CutPrefix(err.Error(), unknown); ok {
		var names []string
		for _, f := range c.App.Flags {
			names = append(names, f.Names()...)
		}
		return usagef("there is no flag --%s%s; see %s --help", strings.TrimLeft(name, "-"), config.Nearest(name, names), s.Name)
	}
	return usagef("%w; see %s --help", err, s.Name)
}

func (s Stage[C]) usageText() string {
	words := []string{s.Name}
	for _, in := range s.Inputs {
		value := "CORPUS"
		if in.Named {
			value = "NAME=CORPUS"
		}
		word := "--" + in.Name + " " + value
		if !in.Required {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(append(words, "--out FOLDER [settings]"), " ")
}

const (
	inputCategory   = "Input (a file, a folder, a 'glob' in quotes, or source.txt:target.txt)"
	settingCategory = "Settings (also in the stage's section of pipeline.yaml, with _ for -)"
	commonCategory  = "Every stage"
)

func (s Stage[C]) flags() []cli.Flag {
	var flags []cli.Flag
	for _, in := range s.Inputs {
		flags = append(flags, &cli.StringSliceFlag{Name: in.Name, Usage: in.usage(), Category: inputCategory})
	}
	fields, _ := config.Fields(&s.Config) // checked by Validate
	for _, f := range fields {
		flags = append(flags, settingFlag(f))
	}
	flags = append(flags,
		&cli.StringFlag{Name: "out", Usage: "output `FOLDER`; must be given"},
		&cli.StringFlag{Name: "config", Usage: "settings `FILE`; none: no file", DefaultText: defaultConfig + " where it exists"},
		&cli.StringSliceFlag{Name: "preset", Usage: "named settings `A,B`, in this order, in place of those in the file" + s.presetNames()},
		&cli.IntFlag{Name: "threads", Usage: "goroutines that compute at once; the result is the same for any number", DefaultText: "one a CPU"},
		&cli.BoolFlag{Name: "force", Usage: "make the output again though it is there"},
		&cli.BoolFlag{Name: "verify", Usage: "read every file to compare digests, trust no size and time"},
		&cli.BoolFlag{Name: "describe", Usage: "print inputs, outputs and settings as JSON and stop"},
		&cli.StringFlag{Name: "max-rejects", Usage: "`SHARE` of bad rows up to which the stage goes on: 0.01 or 1%", Value: "1%"},
		&cli.BoolFlag{Name: "quiet", Usage: "say nothing but warnings and errors"},
		&cli.StringFlag{Name: "log-format", Usage: "text or json", Value: "text"},
	)
	if s.Layout == Sharded {
		flags = append(flags, &cli.StringFlag{Name: "shard", Usage: "make only part `I/N` of the output, I from 0"})
	}
	for _, f := range flags {
		setCategory(f)
	}
	return flags
}

// setCategory files the flags that have no category yet.
func setCategory(f cli.Flag) {
	switch f := f.(type) {
	case *cli.StringFlag:
		f.Category = orCommon(f.Category)
	case *cli.StringSliceFlag:
		f.Category = orCommon(f.Category)
	case *cli.IntFlag:
		f.Category = orCommon(f.Category)
	case *cli.BoolFlag:
		f.Category = orCommon(f.Category)
	}
}

func orCommon(category string) string {
	if category == "" {
		return commonCategory
	}
	return category
}

func (in Input) usage() string {
	u := in.Doc + " (" + in.Schema + ")"
	if in.Required {
		u += "; must be given"
	}
	if in.Many || in.Named {
		u += "; may be repeated"
	}
	return u
}

func (s Stage[C]) presetNames() string {
	var names []string
	for _, p := range s.Presets {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, ", ")
}

// settingFlag is the flag of one setting. Its value is read as text, so that flags and file are held to the same rules.
func settingFlag(f config.Field) cli.Flag {
	if f.Kind == config.Bool {
		return &cli.BoolFlag{Name: f.Flag(), Usage: f.Help, Category: settingCategory, DefaultText: f.Text()}
	}
	text := f.Text()
	if text == "" {
		text = "none"
	}
	return &cli.StringFlag{Name: f.Flag(), Usage: f.Help, Category: settingCategory, DefaultText: text}
}

func (s Stage[C]) action(c *cli.Context, con *console, stdout io.Writer) error {
	if c.Args().Present() {
		return usagef("unexpected argument %s (put a glob in quotes, or repeat the flag); see %s --help", c.Args().First(), s.Name)
	}
	if err := con.set(c.Bool("quiet"), c.String("log-format")); err != nil {
		return err
	}
	r, err := s.resolve(c)
	if err != nil {
		return err
	}
	if c.Bool("describe") {
		return s.describe(r, stdout)
	}
	p, err := s.plan(c, r)
	if err != nil {
		return err
	}
	threads := c.Int("threads")
	if threads < 0 || c.IsSet("threads") && threads == 0 {
		return usagef("--threads %d: want at least 1", threads)
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	if con.quiet {
		stdout = io.Discard
	}
	con.log.Debug("settings", "config_file", r.file, "presets", r.presets, "config", string(p.config))
	return p.execute(c.Context, con, s.Inputs, threads, stdout)
}

const defaultConfig = "pipeline.yaml"

// resolved is the outcome of laying settings over each other.
type resolved[C any] struct {
	config  C
	presets []string
	file    string // the pipeline.yaml that was read, "" for none
}

// resolve lays presets, the section of pipeline.yaml and flags over the defaults, in this order.
func (s Stage[C]) resolve(c *cli.Context) (*resolved[C], error) {
	r := &resolved[C]{config: s.Config}
	section, err := s.section(c)
	if err != nil {
		return nil, &UsageError{err}
	}
	r.file = section.File
	if r.presets, err = section.Presets(); err != nil {
		return nil, &UsageError{err}
	}
	from := section.Place("preset")
	if c.IsSet("preset") {
		r.presets, from = nil, "--preset"
		for _, p := range c.StringSlice("preset") {
			r.presets = append(r.presets, config.SplitList(p)...)
		}
	}
	for _, name := range r.presets {
		if err := s.applyPreset(name, &r.config); err != nil {
			return nil, usagef("%s: %w", from, err)
		}
	}
	fields, err := config.Fields(&r.config)
	if err != nil {
		return nil, err
	}
	if err := section.Apply(fields); err != nil {
		return nil, &UsageError{err}
	}
	for _, f := range fields {
		if !c.IsSet(f.Flag()) {
			continue
		}
		text := c.String(f.Flag())
		if f.Kind == config.Bool {
			text = strconv.FormatBool(c.Bool(f.Flag()))
		}
		if err := f.Parse(text); err != nil {
			return nil, usagef("--%s: %w", f.Flag(), err)
		}
	}
	if s.Check != nil {
		if err := s.Check(r.config); err != nil {
			return nil, usagef("settings: %w", err)
		}
	}
	return r, nil
}

func (s Stage[C]) section(c *cli.Context) (config.Section, error) {
	file := c.String("config")
	if c.IsSet("config") && (file == "" || file == "none") {
		return config.Section{}, nil
	}
	if file == "" {
		file = defaultConfig
	}
	section, err := config.ReadSection(file, s.Name, append(strings.Fields(Pipeline), s.Name))
	if errors.Is(err, fs.ErrNotExist) && !c.IsSet("config") {
		return config.Section{}, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return section, fmt.Errorf("--config %s: no such file", file)
	}
	return section, err
}

func (s Stage[C]) applyPreset(name string, c *C) error {
	var names []string
	for _, p := range s.Presets {
		if p.Name == name {
			p.Apply(c)
			return nil
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return fmt.Errorf("%s has no presets", s.Name)
	}
	return fmt.Errorf("no preset %q; there are %s", name, strings.Join(names, ", "))
}

// plan resolves inputs, output and the common flags.
func (s Stage[C]) plan(c *cli.Context, r *resolved[C]) (*plan, error) {
	fields, err := config.Fields(&r.config)
	if err != nil {
		return nil, err
	}
	p := &plan{stage: s.Name, version: s.Version, outputs: s.Outputs, layout: s.Layout,
		config: config.JSON(fields, false), keyed: config.JSON(fields, true), inputs: map[string][]Source{},
		force: c.Bool("force"), verify: c.Bool("verify"),
		run: func(ctx context.Context, t *Task) error { return s.Run(ctx, t, r.config) }}
	if c.String("out") == "" {
		return nil, usagef("--out is required: the folder for the output")
	}
	if p.out, err = absolute(c.String("out")); err != nil {
		return nil, err
	}
	if p.maxRejects, err = parseShare(c.String("max-rejects")); err != nil {
		return nil, err
	}
	if p.shard, err = parseShard(c.String("shard")); err != nil {
		return nil, err
	}
	for _, in := range s.Inputs {
		if p.inputs[in.Name], err = in.resolve(c.StringSlice(in.Name)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// parseShard reads I/N; empty is no shard.
func parseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	index, of, _ := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if err1 != nil || err2 != nil || n < 1 || n > 99999 || i < 0 || i >= n {
		return Shard{}, usagef("--shard %s: want I/N, I counted from 0: 0/4, 1/4, 2/4, 3/4", s)
	}
	return Shard{i, n}, nil
}
