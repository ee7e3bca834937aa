import { outsideUnit } from './database/unit-of-work';

interface BatchOptions<Key, Value> {
  /** Returns the values for all keys, in order. An error rejects all their callers. */
  load: (keys: Key[]) => Promise<Value[]>;
  /** Maximum number of concurrent loads. */
  atOnce: number;
  /** Maximum number of keys per load. */
  max: number;
}

interface PendingRequest<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a function that loads one value and batches concurrent calls into one statement. A load starts after its keys
 * were requested, so a result is never stale. Runs outside of any unit of work.
 */
export function createBatch<Key, Value>({ load, atOnce, max }: BatchOptions<Key, Value>): (key: Key) => Promise<Value> {
  let waiting: PendingRequest<Key, Value>[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running >= atOnce) return;
    isScheduled = true;
    // Collects all calls of the same turn of the event loop.
    setImmediate(() => {
      isScheduled = false;
      const asked = waiting.slice(0, max);
      waiting = waiting.slice(max);
      running += 1;
      void answer(asked).finally(() => {
        running -= 1;
        schedule();
      });
      schedule();
    });
  }

  async function answer(asked: PendingRequest<Key, Value>[]): Promise<void> {
    try {
      const values = await outsideUnit(() => load(asked.map(({ key }) => key)));
      asked.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
