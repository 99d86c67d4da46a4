"""10,000 verdicts from a provider on loopback that answers 30 % with 429, 10 % with 5xx, never answers 5 %, and replies unclearly to 1 %.

`python bench/judge_storm.py [questions]` prints what was asked, seen and paid, with wall and processor time; pauses are virtual.
"""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from mag.judge.drain import drain
from mag.judge.gateway import Gateway
from mag.judge.queue import JudgeQueue
from mag.judge.tables import drained
from mag.records import Question
from mag.settings import JudgeConf
from tests.judge.conftest import Impatient, Virtual
from tests.judge.provider import Plan, Provider
from tests.judge.test_storm import STORM


async def storm(n: int, folder: Path) -> None:
    queue = JudgeQueue(folder / "queue")
    queue.put(Question("answer", f"How many items does list {i} hold?", str(i), f"There are {i} items.") for i in range(n))
    os.environ["JUDGE_STORM_KEY"] = "none"
    async with Provider(Plan(**STORM)) as provider:
        conf = JudgeConf(base_url=provider.url, key_variable="JUDGE_STORM_KEY", in_flight=32, attempts=12)
        async with Impatient(conf, provider) as judge:
            gateway = Gateway(judge, conf, Virtual())
            wall, processor = time.perf_counter(), time.process_time()
            report = await drain(queue, gateway, folder / "store")
            wall, processor = time.perf_counter() - wall, time.process_time() - processor
        counts = provider.counts
    print(drained(report))
    print(f"provider: {counts.requests} requests, at most {counts.peak} at once; {counts.limited} x 429, {counts.failing} x 5xx,")
    print(f"  {counts.held} never answered, {counts.unclear} unclear, {counts.clear} clear, {max(counts.paid.values())} at most to one")
    print(
        f"pauses and backoffs {gateway.pace._clock.time:.0f} s, virtual; wall {wall:.1f} s, processor {processor:.1f} s, provider included"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(storm(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, Path(folder)))
