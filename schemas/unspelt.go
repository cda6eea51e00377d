package schemas

// unspeltPhrase is a KnownPhrase of version 1.
type unspeltPhrase struct {
	Stems     string `parquet:"stems"`
	Targets   int64  `parquet:"targets"`
	Documents int64  `parquet:"documents"`
}

// unspeltNeighbour is a Neighbour of version 1.
type unspeltNeighbour struct {
	Stems     string  `parquet:"stems"`
	Keyphrase string  `parquet:"keyphrase"`
	Found     int64   `parquet:"found"`
	Documents []int32 `parquet:"documents,list"`
}
