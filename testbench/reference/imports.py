"""Compares a C header with the SystemVerilog package that imports it: imports.py HEADER PACKAGE."""

import re
import sys

ARRAYS = {"sizes": "8", "weights": "8", "quanta": "8", "frame": "HEADROOM_PFC_MOST_BYTES"}
SCALARS = {
    "void": "void",
    "int": "int",
    "int64_t": "longint",
    "uint64_t": "longint unsigned",
    "uint32_t": "int unsigned",
    "double": "real",
    "const char*": "string",
}
ELEMENTS = {"int": "int", "int64_t": "longint", "uint8_t": "byte unsigned", "uint16_t": "shortint unsigned"}


def one_line(text: str) -> str:
    return " ".join(re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S).split())


def imported(c_type: str) -> str:
    """The SystemVerilog type of a result or a scalar argument."""
    return "chandle" if re.fullmatch(r"headroom_\w+\*", c_type) else SCALARS[c_type]


def argument(text: str) -> str:
    c_type, name = text.rsplit(" ", 1)
    if c_type in SCALARS or c_type.startswith("headroom_"):
        return f"input {imported(c_type)} {name}"
    direction = "input" if c_type.startswith("const ") else "inout"
    element = ELEMENTS[c_type.removeprefix("const ").removesuffix("*")]
    return f"{direction} {element} {name}" + (f"[{ARRAYS[name]}]" if name in ARRAYS else "")


def header_imports(text: str) -> list[str]:
    out = []
    for result, name, arguments in re.findall(r"HEADROOM_API ([\w *]+?) ?\b(\w+)\(([^)]*)\);", text):
        listed = [] if arguments == "void" else [argument(a.strip()) for a in arguments.split(",")]
        out.append(f"function {imported(result)} {name}({', '.join(listed)})")
    return out


def header_constants(text: str, lines: str) -> dict[str, int]:
    out = {}
    for name, value in re.findall(r"^#define (HEADROOM_\w+) \(?(-?\d+|INT64_MAX)\)?", lines, flags=re.M):
        out[name] = 2**63 - 1 if value == "INT64_MAX" else int(value)
    for names in re.findall(r"enum \{([^}]*)\}", text):
        out.update({name.strip(): i for i, name in enumerate(names.split(","))})
    return out


def package_constants(text: str) -> dict[str, int]:
    out = {}
    for name, value in re.findall(r"localparam \w+ (HEADROOM_\w+) = ([^;]+);", text):
        out[name] = int(value.replace("64'h", "").replace("_", ""), 16) if "'h" in value else int(value)
    return out


def main() -> int:
    header, package = (open(name, encoding="utf-8").read() for name in sys.argv[1:3])
    c, sv = one_line(header), one_line(package)
    wanted, found = header_imports(c), [
        re.sub(r"\( ", "(", f) for f in re.findall(r'import "DPI-C" (function [^;]+);', sv)
    ]
    faults = [f"no import: {f}" for f in wanted if f not in found] + [f"not in the header: {f}" for f in found if f not in wanted]
    mine, theirs = header_constants(c, header), package_constants(sv)
    faults += [f"{n}: {mine.get(n)} and {theirs.get(n)}" for n in sorted(mine.keys() | theirs.keys()) if mine.get(n) != theirs.get(n)]
    if len(wanted) != c.count("HEADROOM_API ") - c.count("define HEADROOM_API"):
        faults.append("a function of the header has a form that is not understood")
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


sys.exit(main())
