"""How figures look: a few kinds of plot over plain values, each readable in grey. matplotlib is imported when one is drawn."""
