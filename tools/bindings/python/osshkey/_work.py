# SPDX-License-Identifier: MIT
"""What goes on during a derivation: cancellation from another thread, progress, and exceptions that cross C."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional

from . import _native

Progress = Callable[[int, int], object]


class CancelToken:
    """cancel() ends the calls that were given this token within milliseconds, from any thread and for good.

    It is an int that the library reads itself, so that the derivation never waits for the interpreter.
    """

    def __init__(self) -> None:
        self._flag = ctypes.c_int(0)

    def cancel(self) -> None:
        self._flag.value = 1

    @property
    def cancelled(self) -> bool:
        return self._flag.value != 0


class Work:
    """An osshkey_options for one call, and what its callbacks raised."""

    def __init__(self, threads: int, cancel: Optional[CancelToken], progress: Optional[Progress]) -> None:
        self.raised: Optional[BaseException] = None
        self._cancel = cancel
        self._progress = progress
        self.options = _native.Options(threads=_native.number(threads, 2**16, "threads"))
        if progress is not None:
            self._callback: Any = _native.PROGRESS(self._tell)
            self.options.progress = ctypes.cast(self._callback, ctypes.c_void_p)
        elif cancel is not None:
            self.options.progress = _native.CANCEL_BY_FLAG
            self.options.progress_user = ctypes.addressof(cancel._flag)

    def _tell(self, _user: Optional[int], done: int, total: int) -> int:
        # An exception can't pass through C: it cancels here and is raised when the call has returned.
        try:
            assert self._progress is not None
            self._progress(done, total)
        except BaseException as raised:
            self.raised = raised
            return 1
        return int(self._cancel is not None and self._cancel.cancelled)

    def pointer(self) -> Any:
        """The argument for C."""
        return ctypes.byref(self.options)

    def reraise(self) -> None:
        """What a callback raised comes out as itself."""
        if self.raised is not None:
            try:
                raise self.raised
            finally:
                self.raised = None  # or the exception's frames would keep it alive in a circle
