import { bigRoom } from './realtime/big-room.mjs';
import { board } from './realtime/board.mjs';
import { manyListeners } from './realtime/many-listeners.mjs';
import { manyRooms } from './realtime/many-rooms.mjs';
import { pollAnswers } from './realtime/poll-answers.mjs';
import { load } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';

const parts = { listeners: manyListeners, rooms: manyRooms, room: bigRoom, poll: pollAnswers, board };

/** All parts, or only the one named by BENCH_PART; BENCH_SECONDS shortens long parts. */
export async function bench() {
  const wished = process.env.BENCH_PART;
  if (wished && !(wished in parts)) throw new Error(`BENCH_PART is one of ${Object.keys(parts).join(', ')}`);
  let holds = true;
  for (const [name, measure] of Object.entries(parts)) {
    if (wished && wished !== name) continue;
    console.log(`${name}, ${load()}`);
    holds = (await withHarness(measure)) && holds;
  }
  return holds;
}
