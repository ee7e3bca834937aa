import type { Storage } from '../storage/storage';
import type { EngineObject, Kind, Kinds } from '../work/kinds';
import { Work, type WorkOptions } from '../work/work';

/** Handles a due object by kind. The handler sets when the object is due again, if ever. */
export type DueHandlers = { readonly [K in Kind]?: (work: Work, object: Kinds[K]) => Promise<void> };

export interface RunningDue {
  readonly storage: Storage;
  readonly handlers: DueHandlers;
  readonly workOptions: (transaction: WorkOptions['transaction']) => WorkOptions;
  readonly onFailure: (failure: unknown) => void;
}

const BATCH = 20;
/** A failed object is retried after this delay so that it does not block others. */
const POSTPONED_SECONDS = 60;

/**
 * Processes everything on a timeline that is due until a given time, in order and each at its own time: a clock that
 * jumps by a month has the same effects as one that runs. Returns the number of objects.
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
      const object = work.in(account).remember(JSON.parse(data) as EngineObject);
      const handle = handlers[object.object] as ((work: Work, object: EngineObject) => Promise<void>) | undefined;
      if (!handle) throw new Error(`There is no handler for a due ${object.object}.`);
      await handle(work.in(account).at(Math.floor(dueAt / 1000), timeline), object);
    }
    return due.length;
  });
}

/** Processes objects one at a time after a batch has failed, and postpones the one that fails. */
async function runSingly(running: RunningDue, timeline: string, untilMs: number): Promise<number> {
  try {
    return await runBatch(running, timeline, untilMs, 1);
  } catch (failure) {
    running.onFailure(failure);
    return running.storage.write(async (transaction) => {
      const work = new Work(running.workOptions(transaction));
      const [first] = await transaction.due(timeline, untilMs, 1);
      if (!first) return 0;
      const object = JSON.parse(first.data) as EngineObject & { _dueAt?: number };
      object._dueAt = Math.floor(untilMs / 1000) + POSTPONED_SECONDS;
      work.in(first.account).save(object);
      return 1;
    });
  }
}
