"""Keyphrases for texts, tables and DataFrames.

>>> import wrone2set
>>> [keyphrases] = wrone2set.label(["We expand queries by word embeddings, and improve ad hoc retrieval."])
>>> keyphrases[0]["phrase"], keyphrases[0]["present"], keyphrases[0]["surface"]
('word embeddings', True, 'word embeddings')

label takes texts, dicts, a pandas or polars DataFrame, a pyarrow Table, or the path of a corpus, and gives the same back
with a column of phrases. A Labeller does so many times with one process, which loads the model once.
"""

from ._labeller import Labeller, RowWarning, label
from ._process import InputError, ProcessError, UsageError
from ._version import __version__

__all__ = ["InputError", "Labeller", "ProcessError", "RowWarning", "UsageError", "__version__", "label"]
