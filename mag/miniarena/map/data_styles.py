"""The four styles of the map: their names and colours."""

LAYERS = {"standard": "Standard", "cycle": "Cycle map", "transport": "Transport map", "contrast": "High contrast"}

STYLES = {
    "standard": {"land": "#f4f1e8", "built": "#e6e0d4", "wood": "#c3dcae", "park": "#b9dfa3", "water": "#a9cfe3", "river": "#a9cfe3", "rail": "#8f8a99", "house": "#d5cabb",
                 "motorway": "#e0833d", "primary": "#f3c65a", "secondary": "#f8e7a4", "avenue": "#f3d98a", "main": "#fbf3cf", "residential": "#ffffff", "lane": "#fffdf4",
                 "pedestrian": "#e4e0ec", "cycleway": "#4a74c9", "footway": "#c9654f", "casing": "#aaa08e", "text": "#3b352b", "halo": "#fffdf6"},
    "cycle": {"land": "#eef3e6", "built": "#e2e6dc", "wood": "#b8d7a0", "park": "#aede90", "water": "#a3cdf0", "river": "#a3cdf0", "rail": "#b9b6bd", "house": "#d6d9cf",
              "motorway": "#bdbdbd", "primary": "#d8d0c0", "secondary": "#f0ead2", "avenue": "#ddd6c4", "main": "#f6f2e2", "residential": "#ffffff", "lane": "#ffffff",
              "pedestrian": "#e8e8e8", "cycleway": "#1743c4", "footway": "#b08b7d", "casing": "#9ba394", "text": "#28361f", "halo": "#ffffff"},
    "transport": {"land": "#f3f3f3", "built": "#e5e5e8", "wood": "#dde6d8", "park": "#d6e6cf", "water": "#c5d9e8", "river": "#c5d9e8", "rail": "#7a2e8e", "house": "#dadade",
                  "motorway": "#c9c9c9", "primary": "#d5d5d5", "secondary": "#e2e2e2", "avenue": "#dcdcdc", "main": "#ececec", "residential": "#fbfbfb", "lane": "#f6f6f6",
                  "pedestrian": "#eeeeee", "cycleway": "#a9b4c9", "footway": "#c7b5b0", "casing": "#b4b4b4", "text": "#3a2244", "halo": "#ffffff"},
    "contrast": {"land": "#ffffff", "built": "#f0f0f0", "wood": "#d3e6d3", "park": "#c2e6c2", "water": "#7fb2dd", "river": "#7fb2dd", "rail": "#000000", "house": "#cfcfcf",
                 "motorway": "#b30000", "primary": "#e06000", "secondary": "#e8b000", "avenue": "#e8b000", "main": "#ffe680", "residential": "#ffffff", "lane": "#ffffff",
                 "pedestrian": "#d0d0d0", "cycleway": "#0033cc", "footway": "#990066", "casing": "#000000", "text": "#000000", "halo": "#ffffff"},
}
