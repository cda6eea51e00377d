"""Keyphrases for texts, tables and DataFrames.

>>> import wrone2set
>>> [keyphrases] = wrone2set.label(["We expand queries by word embeddings, and improve ad hoc retrieval."])
>>> keyphrases[0]["phrase"], keyphrases[0]["present"], keyphrases[0]["surface"]
('ad hoc retrieval', True, 'ad hoc retrieval')

label takes texts, dicts, a pandas or polars DataFrame, a pyarrow Table, or the path of a corpus, and gives the same back
with columns of phrases and of limits such as doubtful. A Labeller does so many times with one process, which loads the model once.
"""

from ._labeller import Labeller, label
from ._process import InputError, ProcessError, UsageError
from ._types import Phrase, Phrases, Settings
from ._version import __version__
from ._warn import ColumnWarning, DoubtWarning, ProgramWarning, RowWarning

__all__ = [
    "ColumnWarning", "DoubtWarning", "InputError", "Labeller", "Phrase", "Phrases", "ProcessError", "ProgramWarning", "RowWarning", "Settings", "UsageError",
    "__version__", "label",
]  # fmt: skip
