package main

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// fault is one block of the table.
type fault struct {
	area  string   // name of its file without .txt
	title string   // what the fault is
	file  string   // path below the module's root, with slashes
	tests []string // arguments of go test
	old   string   // occurs exactly once in the file
	new   string
	known string // why it survives; "" if it must be caught
}

// table reads all areas below faults. Errors name file and line.
func table(files fs.FS) ([]fault, error) {
	names, err := fs.Glob(files, "faults/*.txt")
	if err != nil {
		return nil, err
	}
	var all []fault
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		faults, err := parse(name, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, faults...)
	}
	return all, nil
}

// parse reads the blocks of one area.
func parse(name, text string) ([]fault, error) {
	var all []fault
	var block []string
	for i, line := range strings.Split(text+"\n", "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
		case line != "":
			block = append(block, line)
		case len(block) > 0:
			f, err := one(block)
			if err != nil {
				return nil, fmt.Errorf("%s: the block before line %d: %w", name, i+1, err)
			}
			f.area = strings.TrimSuffix(path.Base(name), ".txt")
			all, block = append(all, f), nil
		}
	}
	return all, nil
}

// one reads one block, whose first line is the title.
func one(block []string) (fault, error) {
	f := fault{title: block[0]}
	var old, new []string
	for _, line := range block[1:] {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "file":
			f.file = strings.TrimSpace(value)
		case "tests":
			f.tests = strings.Fields(value)
		case "known":
			f.known = strings.TrimSpace(value)
		case "-":
			old = append(old, value)
		case "+":
			new = append(new, value)
		default:
			return f, fmt.Errorf("a line begins with %q, want file, tests, known, - or +", key)
		}
	}
	f.old, f.new = strings.Join(old, "\n"), strings.Join(new, "\n")
	if f.file == "" || f.old == "" || f.old == f.new {
		return f, fmt.Errorf("%q wants a file and two different texts", f.title)
	}
	if f.tests == nil {
		f.tests = []string{f.dir()}
	}
	return f, nil
}

// dir is the package of the file, as the go tool takes it.
func (f fault) dir() string { return "./" + path.Dir(f.file) }

// choose returns the faults that one of the words names, all if there are none.
func choose(all []fault, words []string) []fault {
	if len(words) == 0 {
		return all
	}
	var chosen []fault
	for _, f := range all {
		for _, word := range words {
			if strings.Contains(f.area+"\n"+f.file+"\n"+f.title, word) {
				chosen = append(chosen, f)
				break
			}
		}
	}
	return chosen
}

// in returns the text with the fault.
func (f fault) in(text string) (string, error) {
	if n := strings.Count(text, f.old); n != 1 {
		return "", fmt.Errorf("%s has %d times, not once: %s", f.file, n, f.old)
	}
	return strings.Replace(text, f.old, f.new, 1), nil
}
