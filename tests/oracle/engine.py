"""The real VASSAL engine as a judge: open a module, play in it, and hear what the engine says.

One `Engine` is one Java process with one module open. It talks in lines of JSON with the driver
under ``java/``; it knows nothing of this project's own reading or writing of VASSAL's files.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from .answers import Begun, Board, Button, Command, Map, Module, Piece, Placed, Point, Problem, Slot
from .toolchain import SOURCES, Toolchain

OPEN_SECONDS: Final = 120.0
ANSWER_SECONDS: Final = 60.0
LAST_LINES: Final = 60


class EngineError(RuntimeError):
    """The engine refused, failed, ended or hung; the text closes with its last log lines."""


class Engine:
    """A running engine with one module open; close it or use it in a ``with`` statement.

    Args:
        module: the ``.vmod`` file.
        toolchain: what to run.
        display: the X display, such as ``:99``.
        extensions: ``.vmdx`` files to be active; others that lie beside the module are not.
        player: the player's name.
        password: the player's password, by which the engine knows its own side again.
        seed: of the dice.
    """

    def __init__(
        self,
        module: Path,
        toolchain: Toolchain,
        display: str,
        *,
        extensions: Iterable[Path] = (),
        player: str = "Oracle",
        password: str = "judge",  # noqa: S107 - nobody's: it only tells players apart
        seed: int = 1,
    ) -> None:
        self.problems: list[Problem] = []
        self.chat: list[str] = []
        self._log: deque[str] = deque(maxlen=LAST_LINES)
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._home = Path(tempfile.mkdtemp(prefix="hexmarshal-engine-"))
        self._process = subprocess.Popen(
            _command(toolchain, self._home),
            cwd=self._home,
            env={**os.environ, "DISPLAY": display, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self._threads = [
            _reading(self._process.stdout, self._take_line, lambda: self._answers.put(None)),
            _reading(self._process.stderr, self._log.append, lambda: None),
        ]
        try:
            opened = str(self._opened(module, extensions))
            self._ask("open", seconds=OPEN_SECONDS, module=opened, seed=seed)
            self._ask("identify", name=player, password=password)
            self.module = self._module()
            self.opening = self.complaints
            """What the engine complained of while it opened the module."""
        except BaseException:
            self.close()
            raise

    def _opened(self, module: Path, extensions: Iterable[Path]) -> Path:
        """A copy of the module with these extensions, and no others, beside it."""
        if not module.is_file():
            raise EngineError(f"{module}: no such module")
        copy = self._home / module.name
        shutil.copyfile(module, copy)
        for file in extensions:
            folder = copy.with_name(f"{copy.stem}_ext")
            folder.mkdir(exist_ok=True)
            shutil.copyfile(file, folder / file.name)
        return copy

    # -- the process ------------------------------------------------------------------------------

    def close(self) -> None:
        """End the process; what it wrote for itself is deleted."""
        process = self._process
        if process.poll() is None:
            process.kill()
        process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:  # What was still to be sent went nowhere.
                    continue
        shutil.rmtree(self._home, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def _take_line(self, line: str) -> None:
        # A thread dump of the Java machine comes on standard output, too.
        (self._answers.put if line.startswith("{") else self._log.append)(line)

    def _ask(
        self,
        op: str,
        *,
        seconds: float = ANSWER_SECONDS,
        answers: Sequence[str] = (),
        **arguments: object,
    ) -> Any:
        if not self.alive:
            raise EngineError(self._with_log(f"'{op}': the engine has ended"))
        line = json.dumps({"op": op, "answers": list(answers), **arguments})
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise EngineError(self._hung(f"'{op}': no answer in {seconds:g} s")) from None
        except OSError as error:
            raise EngineError(self._with_log(f"'{op}': {error}")) from None
        if answer is None:
            raise EngineError(self._with_log(f"'{op}': the engine ended"))
        read = json.loads(answer)
        self.problems += [Problem(**problem) for problem in read["problems"]]
        self.chat += read["chat"]
        if not read["ok"]:
            raise EngineError(self._with_log(f"'{op}': {read['error']}"))
        return read["result"]

    def _hung(self, text: str) -> str:
        """Let the Java machine say what its threads do, then end it."""
        self._process.send_signal(signal.SIGQUIT)
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join()
        return self._with_log(text)

    def _with_log(self, text: str) -> str:
        return "\n  | ".join((text, *self._log))

    # -- what it complains of ---------------------------------------------------------------------

    @property
    def complaints(self) -> list[Problem]:
        """All problems so far, but not answered questions nor the advice to use a newer engine."""
        return [
            problem
            for problem in self.problems
            if problem.kind != "question" and "recommended that you upgrade" not in problem.text
        ]

    def forget(self) -> None:
        """Forget the problems and the chat lines so far."""
        self.problems.clear()
        self.chat.clear()

    # -- the module -------------------------------------------------------------------------------

    def _module(self) -> Module:
        info = self._ask("info")
        return Module(**{**info, "sides": tuple(info["sides"]), "setups": tuple(info["setups"])})

    def maps(self) -> tuple[Map, ...]:
        """The maps in build order."""
        return tuple(
            Map(**{**each, "boards": tuple(Board(**board) for board in each["boards"])})
            for each in self._ask("maps")
        )

    def slots(self, properties: Sequence[str] = ()) -> tuple[Slot, ...]:
        """All piece slots with these properties of their pieces."""
        return tuple(
            Slot(**{**each, "path": tuple(each["path"]), "prototypes": tuple(each["prototypes"])})
            for each in self._ask("slots", properties=list(properties))
        )

    def place_all(self, map_name: str, at: Point) -> tuple[Placed, ...]:
        """Drag the piece of every slot to a point of the map, and draw each."""
        placed = self._ask("place_all", seconds=OPEN_SECONDS, map=map_name, x=at[0], y=at[1])
        return tuple(Placed(**each) for each in placed)

    def missing_images(self) -> list[str]:
        """Names of images that the module mentions and the engine cannot read."""
        return list(self._ask("missing_images", seconds=OPEN_SECONDS))

    def unused_images(self) -> list[str]:
        """Names of images in the archive that no part of the module mentions."""
        return list(self._ask("unused_images"))

    def names(self, map_name: str, points: Iterable[Point]) -> list[str]:
        """The engine's name of each point of a map."""
        return list(self._ask("names", map=map_name, points=[list(point) for point in points]))

    def locate(
        self, map_name: str, names: Iterable[str], board: str | None = None
    ) -> list[Point | None]:
        """The point of each name on a map, or on one of its boards; None where it is unknown."""
        points = self._ask("locate", map=map_name, names=list(names), board=board)
        return [None if point is None else (point[0], point[1]) for point in points]

    def snap(self, map_name: str, points: Iterable[Point]) -> list[Point]:
        """Where a piece dropped at each point comes to rest."""
        found = self._ask("snap", map=map_name, points=[list(point) for point in points])
        return [(x, y) for x, y in found]

    def draw(self, map_name: str, file: Path | None = None) -> Point:
        """Draw a map with all on it, so that missing images show; the size of the drawing."""
        path = None if file is None else str(file.resolve())
        width, height = self._ask("draw", seconds=OPEN_SECONDS, map=map_name, file=path)
        return (width, height)

    # -- a game -----------------------------------------------------------------------------------

    def new_game(self, side: str | None = None) -> Begun:
        """Begin a new game with the at-start stacks, as a side or as an observer."""
        return _begun(self._ask("new_game", side=side))

    def start_setup(self, name: str, side: str | None = None) -> Begun:
        """Choose a setup from the module's menu."""
        self._ask("start_setup", seconds=OPEN_SECONDS, name=name, side=side)
        return _begun(self._ask("begun"))

    def load(self, file: Path, side: str | None = None) -> Begun:
        """Load a save, or a log as far as its initial state."""
        return _begun(self._ask("load", seconds=OPEN_SECONDS, file=str(file.resolve()), side=side))

    def step(self, count: int = -1) -> int:
        """Step through the loaded log, to its end unless told otherwise; steps done."""
        return int(self._ask("step", seconds=OPEN_SECONDS, count=count)["done"])

    def close_game(self) -> None:
        """Close the game without saving it."""
        self._ask("close")

    def save(self, file: Path) -> None:
        """Write a save."""
        self._ask("save", file=str(file.resolve()))

    def begin_log(self, file: Path) -> None:
        """Begin a log file (``.vlog``); it is written by `end_log`."""
        self._ask("begin_log", file=str(file.resolve()))

    def end_log(self) -> None:
        """End the log file."""
        self._ask("end_log")

    def can_undo(self) -> bool:
        """Whether the Undo button is enabled."""
        return bool(self._ask("can_undo"))

    def undo(self) -> None:
        """Press the Undo button."""
        self._ask("undo")

    def everything(self, properties: Sequence[str] = (), *, raw: bool = False) -> tuple[Piece, ...]:
        """All pieces, stacks and decks, on maps and off, with these properties of theirs."""
        found = self._ask("pieces", properties=list(properties), raw=raw)
        return tuple(Piece(**{**each, "members": tuple(each.get("members", ()))}) for each in found)

    def pieces(self, properties: Sequence[str] = ()) -> tuple[Piece, ...]:
        """The pieces alone, without stacks and decks."""
        return tuple(piece for piece in self.everything(properties) if piece.kind == "piece")

    def property(self, name: str, map_name: str | None = None) -> str | None:
        """The value of a property of the module, or of a map."""
        value = self._ask("property", name=name, map=map_name)
        return None if value is None else str(value)

    # -- play -------------------------------------------------------------------------------------

    def place(self, gpid: str, map_name: str, at: Point, answers: Sequence[str] = ()) -> str | None:
        """Drag a slot's piece onto a map; the new piece's id, None if the player may not."""
        piece = self._ask("place", gpid=gpid, map=map_name, x=at[0], y=at[1], answers=answers)
        return None if piece is None else str(piece)

    def move(self, ids: Sequence[str], map_name: str, to: Point) -> int:
        """Drag pieces (or whole stacks, by the stack's id); how many the player may move."""
        return int(self._ask("move", ids=list(ids), map=map_name, x=to[0], y=to[1]))

    def key(self, ids: Sequence[str], key: str, answers: Sequence[str] = ()) -> bool:
        """Type a key at selected pieces; whether anything came of it.

        Args:
            ids: pieces, or stacks for all their members.
            key: a keystroke as modules store it (``70,130`` is Ctrl-F), or a named command.
            answers: to the questions that the command asks.
        """
        return bool(self._ask("key", ids=list(ids), key=key, answers=answers))

    def menu(self, ids: Sequence[str], entry: str, answers: Sequence[str] = ()) -> bool:
        """Choose an entry of the first piece's right-click menu for all; whether it did a thing."""
        return bool(self._ask("key", ids=list(ids), menu=entry, answers=answers))

    def commands(self, piece: str) -> tuple[Command, ...]:
        """A piece's right-click menu."""
        return tuple(Command(**each) for each in self._ask("commands", id=piece))

    def hotkey(self, key: str, answers: Sequence[str] = ()) -> None:
        """Type a key (or fire a named one) that toolbar buttons and trackers listen to."""
        self._ask("hotkey", key=key, answers=answers)

    def buttons(self) -> tuple[Button, ...]:
        """All toolbar buttons."""
        return tuple(Button(**each) for each in self._ask("buttons"))

    def press(self, button: str, answers: Sequence[str] = ()) -> None:
        """Press the toolbar button with this text or tool tip."""
        self._ask("press", button=button, answers=answers)

    def turn(self, count: int = 1, tracker: str | None = None) -> str:
        """Press a turn tracker's plus (or minus) button; the turn it shows then."""
        return str(self._ask("turn", count=count, tracker=tracker))

    def say(self, text: str) -> None:
        """Type a line into the chat window."""
        self._ask("say", text=text)

    def note(self, *lines: str) -> None:
        """Write the player's private notes anew and save them."""
        self._ask("note", text="\n".join(lines))

    def delayed_note(self, name: str, *lines: str) -> None:
        """Write a delayed note or, without lines, reveal the one of that name."""
        self._ask("delayed", name=name, text="\n".join(lines) if lines else None)

    def notes(self) -> tuple[str, str]:
        """What the scenario's notes and the player's private ones say."""
        scenario, private = self._ask("notes")
        return scenario, private


def _begun(answer: Mapping[str, Any]) -> Begun:
    return Begun(**{**answer, "asked": tuple(answer["asked"])})


def _command(toolchain: Toolchain, home: Path) -> list[str]:
    return [
        toolchain.java,
        "-Xmx1g",
        "-Xss4m",
        "-XX:+UseSerialGC",
        "-Djava.awt.headless=false",
        "-Dsun.java2d.xrender=false",
        f"-Duser.home={home}",
        f"-Djava.io.tmpdir={home}",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Dfile.encoding=UTF-8",
        f"-Dlogback.configurationFile={SOURCES / 'logback-oracle.xml'}",
        "-cp",
        toolchain.class_path,
        "oracle.Server",
    ]


def _reading(
    stream: IO[str] | None, take: Callable[[str], object], end: Callable[[], object]
) -> threading.Thread:
    """Read a stream to its end in a thread, so that the process never waits for us."""

    def read() -> None:
        for line in stream or ():
            take(line.rstrip("\n"))
        end()

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread
