import { fork } from 'node:child_process';
import { once } from 'node:events';

import { buildServer } from '../build/build-server.mjs';
import { inRoot } from '../root.mjs';
import { load, median, tell } from './support/figures.mjs';

/** CPU per forwarded packet of the engine, as a multiple of the bare pipe's in the same run. */
const MAX_RATIO = 1.15;
/** Of one camera of 1 Mbps with 50 listeners. */
const MAX_CORE_SHARE = 0.15;
const MAX_MEGABYTES = 120;

/** Forwarding of voice and video: CPU and memory of the engine beside those of the bare pipe. */
export async function bench() {
  const script = inRoot('.cache/bench/bench-media.mjs');
  await buildServer({ entry: inRoot('tooling/bench/media/measure.ts'), outfile: script });
  const child = fork(script, ['load'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [results] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The measurement ended with ${code}.`);
    }),
  ]);
  console.log(`\nOne publisher, 150 packets a second; medians of interleaved rounds; ${load()}`);
  const verdicts = [];
  for (const { listeners, bare, engine } of results) {
    const of = (rounds, name) => median(rounds.map((round) => round[name]));
    const line = (name, rounds) =>
      `  ${listeners} listeners, ${name}: ${of(rounds, 'microseconds').toFixed(1)} µs a packet, ${(of(rounds, 'coreShare') * 100).toFixed(1)} % of a core, ${of(rounds, 'megabytes').toFixed(0)} MB, slowest join ${of(rounds, 'slowestJoinMs').toFixed(0)} ms`;
    console.log(line('bare pipe', bare));
    console.log(line('engine', engine));
    const ratio = of(engine, 'microseconds') / of(bare, 'microseconds');
    verdicts.push([
      `${listeners} listeners: ${ratio.toFixed(2)} of the bare pipe; at most ${MAX_RATIO}`,
      ratio <= MAX_RATIO,
    ]);
    if (listeners !== 50) continue;
    const share = of(engine, 'coreShare');
    const megabytes = of(engine, 'megabytes');
    verdicts.push([
      `${(share * 100).toFixed(1)} % of a core; at most ${MAX_CORE_SHARE * 100} %`,
      share <= MAX_CORE_SHARE,
    ]);
    verdicts.push([`${megabytes.toFixed(0)} MB; at most ${MAX_MEGABYTES} MB`, megabytes <= MAX_MEGABYTES]);
  }
  return tell(verdicts);
}
