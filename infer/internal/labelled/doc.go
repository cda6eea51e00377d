// Package labelled reads finished outputs of infer, alone or beside the documents that were labelled. infer export, infer phrases and
// infer report read them so.
//
//	--predictions, --labels ─ Folders ─► Folder: what made it, and how its scores are to be read
//	files of folders ─ Open ─► Labels ─ Alone ──► labels, each id once
//	                                  ─ Beside ─► labels with their documents, both in the same order
//	columns of documents ─ Years ─► the year of each
//
// Every number that is made of labels would be wrong if a folder counted twice, or if labels met the text of another document. So an id
// that occurs twice is an error, and so is a document whose digest is not that of its labels.
package labelled
