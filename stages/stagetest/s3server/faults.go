package s3server

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Modes are the ways in which a [Faulty] server fails.
var Modes = [...]string{"500", "503", "403", "404", "skew", "reset", "lost", "delay", "cut", "length", "stale", "garbage"}

// Faulty stands between programs and a server and fails at random. What a request asks for may come to pass although whoever
// asked is gone by then.
type Faulty struct {
	URL string

	server    *Server
	listening *httptest.Server
	modes     []string

	mu    sync.Mutex // of what follows
	rand  *rand.Rand
	rate  float64
	lists map[string][]byte      // the first answer to every listing
	keys  map[string]*sync.Mutex // a server looks at a condition and does what is asked at once
	done  map[string]int         // faults by mode
	late  sync.WaitGroup
}

// Faults begins to pass requests on, of which so large a share, from 0 to 1, meets a fault of one of the modes. Close ends it.
func (s *Server) Faults(seed uint64, rate float64, modes ...string) *Faulty {
	f := &Faulty{server: s, modes: modes, rand: rand.New(rand.NewPCG(seed, 1)), rate: rate,
		lists: map[string][]byte{}, keys: map[string]*sync.Mutex{}, done: map[string]int{}}
	f.listening = httptest.NewServer(f)
	f.URL = f.listening.URL
	return f
}

// Still ends the faults.
func (f *Faulty) Still() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rate = 0
}

// Drain waits for requests that are late.
func (f *Faulty) Drain() { f.late.Wait() }

// Close waits for requests that are late and ends it.
func (f *Faulty) Close() {
	f.late.Wait()
	f.listening.CloseClientConnections()
	f.listening.Close()
}

// Met is how many faults there were of each mode.
func (f *Faulty) Met() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	met := map[string]int{}
	for mode, n := range f.done {
		met[mode] = n
	}
	return met
}

// draw draws a fault, "" for none, and a number from 0 to 1.
func (f *Faulty) draw() (mode string, x float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x = f.rand.Float64()
	if len(f.modes) > 0 && f.rand.Float64() < f.rate {
		mode = f.modes[f.rand.IntN(len(f.modes))]
		f.done[mode]++
	}
	return mode, x
}

// refusals are the answers in place of the server's.
var refusals = map[string]struct {
	status int
	code   string
}{
	"500": {500, "InternalError"}, "503": {503, "SlowDown"}, "403": {403, "AccessDenied"}, "404": {404, "NoSuchKey"},
	"skew": {403, "RequestTimeTooSkewed"},
}

func (f *Faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	mode, x := f.draw()
	if mode == "reset" && x < .5 {
		panic(http.ErrAbortHandler)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || mode == "reset" {
		panic(http.ErrAbortHandler)
	}
	if no, ok := refusals[mode]; ok {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(no.status)
		if r.Method != http.MethodHead {
			io.WriteString(w, `<?xml version="1.0"?><Error><Code>`+no.code+`</Code><Message>no</Message></Error>`)
		}
		return
	}
	f.late.Add(1)
	defer f.late.Done()
	switch mode {
	case "garbage":
		raw(w, "\x00\x01 no answer\r\n\r\n")
		return
	case "delay":
		time.Sleep(time.Duration(x * float64(400*time.Millisecond)))
	}
	status, header, data, err := f.forward(r, body)
	if err != nil || mode == "lost" {
		panic(http.ErrAbortHandler)
	}
	if r.Method == http.MethodGet && strings.Contains(r.URL.RawQuery, "list-type") && status == http.StatusOK {
		data = f.listed(r, data, mode == "stale")
		header.Set("Content-Length", strconv.Itoa(len(data)))
	}
	f.answer(w, r, status, header, data, mode, x)
}

// answer passes an answer on, cut or of another length than it says for those modes.
func (f *Faulty) answer(w http.ResponseWriter, r *http.Request, status int, header http.Header, data []byte, mode string, x float64) {
	for name, values := range header {
		w.Header()[name] = values
	}
	short := r.Method == http.MethodGet && len(data) > 0
	if mode == "length" && short {
		says := max(0, len(data)+[]int{-len(data) / 2, -1, 1, 1000}[int(x*4)])
		w.Header().Set("Content-Length", strconv.Itoa(says))
		data = data[:min(says, len(data))]
	}
	w.WriteHeader(status)
	if mode == "cut" && short {
		w.Write(data[:int(x*float64(len(data)))])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	if r.Method != http.MethodHead {
		w.Write(data)
	}
}

// listed keeps the first answer to a listing, and gives it again where it is to be stale.
func (f *Faulty) listed(r *http.Request, data []byte, stale bool) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	query := r.URL.Query()
	of := r.URL.Path + "?" + query.Get("prefix") + "&" + query.Get("continuation-token") + "&" + query.Get("max-keys")
	old, ok := f.lists[of]
	if !ok {
		f.lists[of] = data
	}
	if stale && ok {
		return old
	}
	return data
}

// forward has the server do what is asked, whether or not anybody waits for the answer.
func (f *Faulty) forward(r *http.Request, body []byte) (status int, header http.Header, data []byte, err error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		f.mu.Lock()
		key := f.keys[r.URL.Path]
		if key == nil {
			key = new(sync.Mutex)
			f.keys[r.URL.Path] = key
		}
		f.mu.Unlock()
		key.Lock()
		defer key.Unlock()
	}
	out, err := http.NewRequest(r.Method, f.server.URL+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	out.Header, out.Host, out.ContentLength, out.TransferEncoding = r.Header.Clone(), r.Host, r.ContentLength, slices.Clone(r.TransferEncoding)
	out.Header.Del("Expect")
	answer, err := plain.RoundTrip(out)
	if err != nil {
		return 0, nil, nil, err
	}
	defer answer.Body.Close()
	data, err = io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header.Clone(), data, err
}

// plain changes nothing in an answer.
var plain = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64}

// raw answers with bytes that are no HTTP.
func raw(w http.ResponseWriter, text string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	io.WriteString(conn, text)
	conn.Close()
}
