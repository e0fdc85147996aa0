#!/usr/bin/env python3
"""Cuts the page's fonts down to what the page sets: weights 400 to 700, no ligatures, no fractions, no accents to be
put together.

    pip install fonttools brotli && python3 scripts/fonts.py

The characters stay those of the packages' Latin files. The results are kept beside the styles, since a build
should not need Python; run it again when the packages in web/package.json change.
"""
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter, save_font
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
WEIGHTS = (400, 700)
# Kerning, and figures of one width for counters. Accented letters are characters of their own.
FEATURES = ["kern", "tnum"]

for name in ["inter", "jetbrains-mono"]:
    package = ROOT / "node_modules" / "@fontsource-variable" / name / "files"
    cut = BytesIO()
    whole = TTFont(package / f"{name}-latin-wght-normal.woff2")
    instantiateVariableFont(whole, {"wght": WEIGHTS}).save(cut)
    font = TTFont(cut)
    options = Options(layout_features=FEATURES, flavor="woff2")
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    made = ROOT / "web" / "src" / "styles" / "fonts" / f"{name}.woff2"
    save_font(font, str(made), options)
    print(f"{made.relative_to(ROOT)}: {made.stat().st_size} bytes")
