package guard

import (
	"encoding/binary"
	"hash/crc32"
	"io"
)

// Sums are the checksums of an Arrow file, CRC-32C. The sum of a batch covers all bytes from the end of the batch
// before it, or from the start of the file, to its own end. The sums lie between the last batch and the footer. Arrow
// readers never look there, since the footer gives the place of each batch:
//
//	batches · zeros · one sum per batch · sum of these and of all that follows · footer, its length, magic bytes
//
// Every number has four bytes, little-endian. The zeros pad the block to a multiple of 8 bytes.
type Sums []uint32

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Block returns the bytes before the footer. tail is everything after them.
func (s Sums) Block(tail []byte) []byte {
	block := make([]byte, (4*len(s)+4)%8, 4*len(s)+12)
	for _, sum := range s {
		block = binary.LittleEndian.AppendUint32(block, sum)
	}
	sum := crc32.Checksum(block[(4*len(s)+4)%8:], castagnoli)
	return binary.LittleEndian.AppendUint32(block, crc32.Update(sum, castagnoli, tail))
}

// ReadSums reads the checksums of a file with n batches, as found by Batches, and checks the footer against its sum.
func ReadSums(file io.ReaderAt, size int64, n int) (Sums, error) {
	tail := make([]byte, arrowTail)
	if _, err := file.ReadAt(tail, size-arrowTail); err != nil {
		return nil, err
	}
	length := int64(4*n+4+arrowTail) + int64(binary.LittleEndian.Uint32(tail))
	if length > size {
		return nil, Damaged("it has no checksums")
	}
	b := make([]byte, length)
	if _, err := file.ReadAt(b, size-length); err != nil {
		return nil, err
	}
	sum := crc32.Update(crc32.Checksum(b[:4*n], castagnoli), castagnoli, b[4*n+4:])
	if err := compareSums(binary.LittleEndian.Uint32(b[4*n:]), sum); err != nil {
		return nil, err
	}
	sums := make(Sums, n)
	for i := range sums {
		sums[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return sums, nil
}

func compareSums(written, sum uint32) error {
	if sum != written {
		return Damaged("its checksum is %08x, %08x was written", sum, written)
	}
	return nil
}

// HoldBatch checks a batch against its checksum and keeps it in memory unless it is too large.
func (h *HeldFile) HoldBatch(batches []Batch, sums Sums, i int) error {
	from := int64(0)
	if i > 0 {
		from = batches[i-1].end()
	}
	if err := h.hold(from, batches[i].end()-from); err != nil {
		return err
	}
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.NewSectionReader(h, from, batches[i].end()-from)); err != nil {
		return err
	}
	return compareSums(sums[i], sum.Sum32())
}

// Summed counts and sums what is written to an Arrow file, and writes the checksums before the footer.
type Summed struct {
	Out  io.Writer
	size int64
	sum  uint32
	sums Sums
	tail []byte
	last bool // writes go to tail
}

// Write writes b. It keeps the last part of the file back until Finish.
func (s *Summed) Write(b []byte) (int, error) {
	n := len(b)
	var err error
	if s.last {
		s.tail = append(s.tail, b...)
	} else {
		n, err = s.Out.Write(b)
		s.sum = crc32.Update(s.sum, castagnoli, b[:n])
	}
	s.size += int64(n)
	return n, err
}

// Size returns the number of bytes written.
func (s *Summed) Size() int64 { return s.size }

// EndBatch marks the end of a batch.
func (s *Summed) EndBatch() { s.sums, s.sum = append(s.sums, s.sum), 0 }

// EndBatches marks the end of the last batch; only the footer follows.
func (s *Summed) EndBatches() { s.last = true }

// Finish writes checksums and footer.
func (s *Summed) Finish() error {
	// Without batches, Arrow's writer begins the file only now.
	start := len(s.tail) - arrowTail - int(binary.LittleEndian.Uint32(s.tail[len(s.tail)-arrowTail:]))
	for _, part := range [][]byte{s.tail[:start], s.sums.Block(s.tail[start:]), s.tail[start:]} {
		if _, err := s.Out.Write(part); err != nil {
			return err
		}
	}
	return nil
}
