import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildServer } from '../build/build-server.mjs';
import { startPostgres } from '../dev/postgres/postgres.mjs';
import { inRoot } from '../root.mjs';
import { bigRoom } from './realtime/big-room.mjs';
import { board } from './realtime/board.mjs';
import { manyListeners } from './realtime/many-listeners.mjs';
import { manyRooms } from './realtime/many-rooms.mjs';
import { pollAnswers } from './realtime/poll-answers.mjs';
import { load } from './support/figures.mjs';

const parts = { listeners: manyListeners, rooms: manyRooms, room: bigRoom, poll: pollAnswers, board };

/** All parts, or only the one named by BENCH_PART; BENCH_SECONDS shortens long parts. */
export async function bench() {
  const wished = process.env.BENCH_PART;
  if (wished && !(wished in parts)) throw new Error(`BENCH_PART is one of ${Object.keys(parts).join(', ')}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-bench-'));
  const script = inRoot('.cache/bench/bench-realtime.mjs');
  await buildServer({ entry: inRoot('tooling/bench/realtime/servers.ts'), outfile: script });
  const postgres = await startPostgres({ dataDir });
  let holds = true;
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (wished && wished !== name) continue;
      console.log(`${name}, ${load()}`);
      holds = (await measure({ script, databaseUrl: postgres.url })) && holds;
    }
    return holds;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
