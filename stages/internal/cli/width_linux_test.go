package cli

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// The help is as wide as the terminal, within a readable range, and has 100 columns in a file.
func TestWidth(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got := width(file); got != 100 {
		t.Errorf("width %d in a file", got)
	}
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	for columns, want := range map[uint16]int{80: 80, 90: 90, 200: 100, 20: 72} {
		if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
			t.Fatal(err)
		}
		if got := width(terminal); got != want {
			t.Errorf("%d columns: width %d, want %d", columns, got, want)
		}
	}
}
