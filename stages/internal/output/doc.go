// Package output makes output folders, on a disk or in a bucket. This page is their contract.
//
// # A folder
//
//	.stage.json                                 the mark: the stage, key, settings and inputs that the folder is for
//	predictions-00001-of-00003.parquet          a file of the output, here of part 1
//	predictions-00001-of-00003.manifest.json    the manifest of a part: it is finished
//	manifest.json                               the manifest of the folder: all of it is finished
//	.predictions-….parquet.tmp-0a1b2c3d         a temporary file of an attempt (for a bucket: in TMPDIR)
//	.failed-00002-of-00003                      why the last attempt at a part failed, for people
//
// # The three rules
//
// One. The mark is created exclusively (a link on disk, If-None-Match in a bucket) and names the key of the folder. An attempt
// with another key is refused (exit code 64), unless it has Force: then it takes the key out of the mark, removes the manifests,
// then the files, and writes its own key. A mark is never removed, for files without one have no owner; one without a key binds
// nobody. An attempt that fails takes the key out of the mark if nothing in the folder is finished.
//
// Two. A file is written under a temporary name beside its target, fsynced and then given its name, exclusively: a file that has
// the name already is that of another attempt at the same key, which is as good, or is replaced. A part's manifest comes after
// its files, the folder's after those of all parts; see [Attempt.Commit], which is the only place where this happens. Readers
// believe a manifest under a mark of its key and nothing else, and the sizes, times and digests in it are what they hold files
// against.
//
// Three. Equal keys give equal bytes. So parts need no lock: attempts at once, at one part or at several, end with one whole
// result. An output made in place (that of train) is the exception: its attempts go on from the files of earlier ones, so each
// holds a lock on the folder, and its files get their names when they are closed.
//
// # Kills
//
// A process may die between any two steps, and the power may fail. What it leaves is a finished output, or a folder under a mark
// without the manifest of what is missing. The next attempt at the same key makes only that. Temporary files are locked while
// their process lives; the next attempt removes those that are not.
//
// An attempt whose folder was taken over by Force finds that out when it commits, and fails (exit code 1). A request of it may
// still arrive in a bucket later. It cannot replace a file; where it fills a gap, the manifest does not know that file.
//
// [medium] is the whole of what differs between a disk and a bucket. The test TestMetamorphic kills attempts at every call of it.
package output
