"""A player's id is his password: it never leaves the reader."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from compiler.vassal.container import SavedGame
from compiler.vassal.encoding import encode_sequence, join_traits
from compiler.vassal.obfuscation import SavedGameForm
from referee.logs.vassal.commands import AddPiece, ChangePiece, PropertyChange
from referee.logs.vassal.jsonlines import export_lines, read_events
from referee.logs.vassal.privacy import PlayerTokens
from referee.logs.vassal.replay import VassalLog, read_log

from .vassal_texts import group, log_of, step, tree

SECRETS = ("hunter2 & co", "rkinney's password", "a;b/c,d", "péché mignon", "ann@example.org")

TYPES = join_traits(
    [
        "obs;79,130;back.png;Mask;B;?;player:;Peek;desc;true;;",
        "hide;72,130;HIP;;player:;0.3;desc",
        "restrict;Red,Blue;true;true;desc",
        "PROP;Owner;false,0,100,false;:77\\,650:P\\,x;",
        "obs;H;x;conceal",
        "piece;;;a.png;Inf",
    ]
)


def states(owner: str) -> str:
    masked = encode_sequence((owner, "|0"), ";")
    return join_traits([masked, owner, owner, owner, masked, "Map;1;2;3;0"])


def added(owner: str) -> str:
    return f"+/7/{TYPES.replace('/', chr(92) + '/')}/{states(owner).replace('/', chr(92) + '/')}"


def exported(log: VassalLog) -> str:
    return "".join(export_lines(log))


@pytest.mark.parametrize("secret", SECRETS)
def test_no_id_of_a_player_is_exported(secret: str) -> None:
    new = states(secret).replace("/", "\\/")
    old = states("null").replace("/", "\\/")
    log = log_of(
        "begin_save",
        group("", added(secret)),
        f"PLAYER\t{secret}\tAnn\tRed",
        f"PYREMOVE\t{secret}",
        f"PNOTE\t{secret}\tmine",
        f"SNOTE\tplan\t{secret}\ttrue\ttext\tdate\thandle",
        f"UNMASK\t{secret}",
        f"SEMAIL\t{secret}",
        f"CLOCK\t{secret}\tRed\t0",
        f"GlobalProperty\t;Owner;{secret};Module",
        f"bd\t{secret}\t5",
        f"PLAYER\t{secret}",
        f"SNOTE\t{secret}",
        "end_save",
        step(f"M/7/Map/1/2/null/Map/1/2/null/{secret}", f"D/7/{new}/{old}"),
        step(f"M/7/Map/x/2/null/Map/1/2/null/{secret}"),
        step(f"D/8/{new}/{old}", f"MutableProperty\tOwner\t{secret}\t{secret}\tModule"),
    )
    text = exported(log)
    assert secret not in text
    assert "player-1" in text
    for shown in (repr(log), repr(log.game), repr(log.tokens), repr(list(log.replay().initial()))):
        assert secret not in shown
    header, steps = read_events(io.BytesIO(text.encode()), "x.jsonl")
    assert header.source == "test.vlog"
    assert secret not in repr(list(steps))


def test_owners_are_replaced_where_the_trait_says_a_player_owns_it() -> None:
    log = log_of("begin_save", group("", added("unheard of")), "end_save")
    events = list(log.replay().initial())
    add = next(
        e.command for e in events if hasattr(e, "command") and isinstance(e.command, AddPiece)
    )
    assert [trait.state for trait in add.traits] == [
        "player-1;|0",
        "player-1",
        "player-1",
        "player-1",
        "player-1;|0",
        "Map;1;2;3;0",
    ]


def test_sides_that_own_masks_keep_their_names() -> None:
    kinds = join_traits(
        ["obs;79,130;b;M;B;?;side:;P;d", "hide;72,130;H;;sides:Red;0.3", "piece;;;a;b"]
    )
    for owner in ("Red", "nobody", "null"):
        text = join_traits([f"{owner};|0", owner, "Map;1;2;3;0"])
        log = log_of("PLAYER\tRed\tAnn\tRed", f"+/7/{kinds}/{text}")
        position = log.replay().run()
        assert position["7"].state == text


def test_a_commonplace_id_is_replaced_only_where_an_id_must_stand() -> None:
    log = log_of(
        "PLAYER\t1\tAnn\tRed",
        "+/7/hide;72,130;HIP;;player:;0.3\temb2;Flip\\\tpiece;;;a;b/1\t1\\\tMap;1;1;1;0",
        step("MutableProperty\tTurn\t1\t2\tModule", "M/7/Map/1/1/null/Map/1/1/null/1"),
    )
    replay = log.replay()
    (only,) = replay.steps()
    assert replay.position["7"].state == "player-1\t1\\\tMap;1;1;1;0"
    assert only.events[0] == PropertyChange("Turn", "1", "2", "Module")


def test_a_drawn_card_belongs_to_the_drawer_without_his_id() -> None:
    kinds = join_traits(["obs;79,130;b;M;B;?;player:;P;d", "piece;;;a;b"])
    log = log_of(
        f"+/7/{kinds}/null;\tMap;1;2;3;0",
        step("D/7/secret\\;x;|0\tMap;1;2;3;0/nobody;|0\tMap;1;2;3;0"),
        step("D/7/secret;|0\tMap;1;2;3;0/nobody;|0\tMap;1;2;3;0"),
    )
    replay = log.replay()
    first, second = replay.steps()
    assert "secret" not in repr((first, second))
    assert replay.position["7"].mask_owner is not None
    assert replay.position["7"].mask_owner.startswith("player-")
    change = second.events[0]
    assert hasattr(change, "command")
    assert isinstance(change.command, ChangePiece)
    assert change.command.old == "nobody;|0\tMap;1;2;3;0"


def test_the_logs_of_one_game_share_their_tokens() -> None:
    tokens = PlayerTokens()
    first = VassalLog(SavedGame("1", tree("PLAYER\ta secret\tA\tR"), SavedGameForm.PLAIN), tokens)
    second = VassalLog(
        SavedGame("2", tree("PLAYER\tb secret\tB\tB", "PYREMOVE\ta secret"), SavedGameForm.PLAIN),
        tokens,
    )
    assert exported(first).count("player-1") == 1
    assert exported(second).count("player-1") == 1
    assert exported(second).count("player-2") == 1


def test_many_players_do_not_slow_the_reader_down() -> None:
    players = [f"PLAYER\tsecret number {n}\tA\tR" for n in range(3000)]
    changes = [step(f"D/7/{'x' * 200}\tMap;1;2/y\tMap;1;2") for _ in range(2000)]
    log = log_of(*players, *changes)
    assert len(list(log.replay().steps())) == 2000


def test_no_id_of_the_corpus_is_exported(corpus: Path) -> None:
    for name in ("engine-3.7.26.vlog", "engine-3.8.vlog"):
        assert "oracle-secret" not in exported(read_log(corpus / name))
    assert "rkinney's password" not in exported(read_log(corpus / "plain-2.0.vlog"))
