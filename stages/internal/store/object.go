package store

import (
	"io"
	"io/fs"
	"slices"
	"sync"
)

// object is an open object. Only one goroutine at a time may call Read and Seek; any may call ReadAt.
type object struct {
	*io.SectionReader
	blocks *blocks
}

func newObject(b bucket, key string, info *Info) *object {
	blocks := &blocks{bucket: b, key: key, info: info}
	return &object{io.NewSectionReader(blocks, 0, info.size), blocks}
}

func (o *object) Stat() (fs.FileInfo, error) { return o.blocks.info, nil }

func (o *object) Close() error {
	o.blocks.mu.Lock()
	defer o.blocks.mu.Unlock()
	o.blocks.kept = nil
	return o.blocks.drop()
}

// blocks are an object of which blocksKept blocks of blockBytes each are kept: readers of Parquet alternate between columns and ask
// for a few KiB each time. Blocks that follow each other come from one stream, all others by ranges.
type blocks struct {
	bucket bucket
	key    string
	info   *Info

	mu      sync.Mutex
	kept    []block // most recently used last
	last    int64   // number of the block that was fetched last
	stream  io.ReadCloser
	at, end int64 // of the stream
}

const (
	blockBytes = 1 << 20
	blocksKept = 16
)

type block struct {
	number int64
	data   []byte
}

// ReadAt reads within the object.
func (b *blocks) ReadAt(p []byte, off int64) (n int, err error) {
	// Hold the lock while a block is fetched: whoever wants the same one waits for it.
	b.mu.Lock()
	defer b.mu.Unlock()
	for n < len(p) {
		data, err := b.block(off / blockBytes)
		if err != nil {
			return n, err
		}
		m := copy(p[n:], data[off%blockBytes:])
		n, off = n+m, off+int64(m)
	}
	return n, nil
}

// block returns a block that is kept, or else fetches it.
func (b *blocks) block(number int64) ([]byte, error) {
	var found block
	if i := slices.IndexFunc(b.kept, func(kept block) bool { return kept.number == number }); i >= 0 {
		found = b.kept[i]
		b.kept = slices.Delete(b.kept, i, i+1)
	} else {
		data, err := b.fetch(number)
		if err != nil {
			return nil, err
		}
		found = block{number, data}
	}
	b.kept = append(b.kept[max(0, len(b.kept)-blocksKept+1):], found)
	return found.data, nil
}

func (b *blocks) fetch(number int64) ([]byte, error) {
	at := number * blockBytes
	data := make([]byte, min(blockBytes, b.info.size-at))
	if b.stream == nil || b.at != at || b.at == b.end {
		b.drop()
		b.at, b.end = at, at+int64(len(data))
		if number == b.last+1 {
			b.end = b.info.size
		}
		b.stream = b.bucket.read(b.key, b.info, b.at, b.end)
	}
	n, err := io.ReadFull(b.stream, data)
	b.at, b.last = b.at+int64(n), number
	return data, err
}

// drop closes the stream, if it is open.
func (b *blocks) drop() error {
	if b.stream == nil {
		return nil
	}
	defer func() { b.stream = nil }()
	return b.stream.Close()
}
