"""Puts the program of one platform into the wheel, and the platform into the wheel's name.

make wheel sets WRONE2SET_PROGRAM, the path of infer, and WRONE2SET_GOOS and WRONE2SET_GOARCH, for which it was built. The
program is static: any Linux runs it, with glibc or musl.
"""

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAGS = {
    ("linux", "amd64"): "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    ("linux", "arm64"): "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    ("darwin", "amd64"): "macosx_12_0_x86_64",
    ("darwin", "arm64"): "macosx_12_0_arm64",
    ("windows", "amd64"): "win_amd64",
    ("windows", "arm64"): "win_arm64",
}


class PlatformTag(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        platform = (os.environ["WRONE2SET_GOOS"], os.environ["WRONE2SET_GOARCH"])
        name = "infer.exe" if platform[0] == "windows" else "infer"
        build_data["tag"] = "py3-none-" + TAGS[platform]
        build_data["pure_python"] = False
        build_data["force_include"]["../../LICENSE"] = "wrone2set/LICENSE"
        build_data["force_include"][os.environ["WRONE2SET_PROGRAM"]] = f"wrone2set/bin/{name}"
