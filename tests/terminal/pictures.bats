#!/usr/bin/env bats
# The pictures in share/ (make picture) are well-formed and show the screens of today.

load terminal

setup() {
    own_home
}

@test "the pictures are well-formed, small and without scripts" {
    for name in screen home slider game analysis review; do
        echo "$name"
        python3 - "share/$name.svg" <<'P'
import sys, xml.dom.minidom
text = open(sys.argv[1], encoding="utf-8").read()
assert len(text.encode()) < 300_000, len(text)
picture = xml.dom.minidom.parseString(text.encode()).documentElement
assert picture.tagName == "svg" and not picture.getElementsByTagName("script")
lines = {g.getAttribute("id") for g in picture.getElementsByTagName("g")}
uses = [use.getAttribute("href") for use in picture.getElementsByTagName("use")]
assert uses and all(use[1:] in lines for use in uses)
P
    done
    grep -q '@keyframes' share/screen.svg
}

@test "the picture of home has the heads of home" {
    heads=$(sed -n 's/^ *[a-z]  *\([A-Z][a-z]*\)  .*/\1/p' tests/terminal/golden/home-80x24)
    [ "$(wc -w <<< "$heads")" -ge 6 ]
    for head in $heads; do
        echo "$head"
        grep -q ">$head</text>" share/home.svg
    done
}
