import type { Storage } from '../storage/storage';
import type { Kept, Kind, Kinds } from '../work/kinds';
import { Work, type WorkOptions } from '../work/work';

/** What an object does when its time has come. It sets when it is due again, or never. */
export type DueHandlers = { readonly [K in Kind]?: (work: Work, object: Kinds[K]) => Promise<void> };

export interface RunningDue {
  readonly storage: Storage;
  readonly handlers: DueHandlers;
  readonly workOptions: (transaction: WorkOptions['transaction']) => WorkOptions;
  readonly onFailure: (failure: unknown) => void;
}

const BATCH = 20;
/** What cannot be done is tried again after this, so that it holds up nothing else. */
const POSTPONED_SECONDS = 60;

/**
 * Does everything on a timeline that is due until a moment, in the order of its time and each at its own time: a clock
 * that jumps by a month sees the same as one that runs. Gives the number of objects.
 */
export async function runDue(running: RunningDue, timeline: string, untilMs: number): Promise<number> {
  let done = 0;
  while (true) {
    const count = await runBatch(running, timeline, untilMs, BATCH).catch(() => runSingly(running, timeline, untilMs));
    if (count === 0) return done;
    done += count;
  }
}

function runBatch({ storage, handlers, workOptions }: RunningDue, timeline: string, untilMs: number, limit: number) {
  return storage.write(async (transaction) => {
    const work = new Work(workOptions(transaction));
    const due = await transaction.due(timeline, untilMs, limit);
    for (const { account, dueAt, data } of due) {
      const object = work.in(account).remember(JSON.parse(data) as Kept);
      const handle = handlers[object.object] as ((work: Work, object: Kept) => Promise<void>) | undefined;
      if (!handle) throw new Error(`Nothing is known to do with a ${object.object} that is due.`);
      await handle(work.in(account).at(Math.floor(dueAt / 1000), timeline), object);
    }
    return due.length;
  });
}

/** One object on its own, after a batch has failed; postponed when it is the one that fails. */
async function runSingly(running: RunningDue, timeline: string, untilMs: number): Promise<number> {
  try {
    return await runBatch(running, timeline, untilMs, 1);
  } catch (failure) {
    running.onFailure(failure);
    return running.storage.write(async (transaction) => {
      const work = new Work(running.workOptions(transaction));
      const [first] = await transaction.due(timeline, untilMs, 1);
      if (!first) return 0;
      const object = JSON.parse(first.data) as Kept & { _dueAt?: number };
      object._dueAt = Math.floor(untilMs / 1000) + POSTPONED_SECONDS;
      work.in(first.account).save(object);
      return 1;
    });
  }
}
