import { createHash } from 'node:crypto';

import type { Storage } from '../storage/storage';
import type { Includable } from '../work/render';
import { expanded } from '../work/render';
import { Work, type WorkOptions } from '../work/work';
import { StripeError } from './stripe-error';

/** How long the response for an idempotency key is replayed. */
const KEY_LIFE_MS = 86_400_000;
const MAX_KEY_CHARACTERS = 255;

export interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly isReplay?: boolean;
}

export interface Execution {
  readonly isRead: boolean;
  readonly account: string;
  readonly idempotencyKey: string | null;
  /** Must match when an idempotency key is reused. */
  readonly fingerprint: string;
  readonly expand: readonly string[];
  readonly run: (work: Work) => Promise<object>;
}

export interface Executing {
  readonly storage: Storage;
  readonly includable: Includable;
  /** Options for the work of a transaction; the time is read within it. */
  readonly workOptions: (transaction: WorkOptions['transaction']) => WorkOptions;
  readonly nowMs: () => number;
  /** The idempotency keys of calls in progress. */
  readonly keysInUse: Set<string>;
}

export const fingerprintOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Runs a call in one transaction, together with its idempotency record and events. A validation error leaves no record;
 * a later error is recorded and replayed, as at Stripe.
 */
export async function execute(executing: Executing, execution: Execution): Promise<Answer> {
  const { idempotencyKey: key } = execution;
  if (execution.isRead) return executing.storage.read((transaction) => attempt(executing, execution, transaction));
  if (key !== null && key.length > MAX_KEY_CHARACTERS)
    throw new StripeError({
      status: 400,
      message: `Idempotency keys may be at most ${MAX_KEY_CHARACTERS} characters.`,
    });
  if (key === null) return once(executing, execution);
  const name = `${execution.account}/${key}`;
  if (executing.keysInUse.has(name)) throw keyInUse(key);
  executing.keysInUse.add(name);
  try {
    return await once(executing, execution);
  } catch (failure) {
    if (!(failure instanceof StripeError) || failure.status === 409 || isKeyMisused(failure)) throw failure;
    // The work is rolled back, but the error remains the recorded response for the key.
    const answer = { status: failure.status, body: JSON.stringify(failure.body) };
    await executing.storage.write(async (transaction) => {
      if (!(await replayed(executing, execution, transaction)))
        await keepAnswer(executing, execution, transaction, answer);
    });
    throw failure;
  } finally {
    executing.keysInUse.delete(name);
  }
}

function once(executing: Executing, execution: Execution): Promise<Answer> {
  return executing.storage.write(async (transaction) => {
    const replay = await replayed(executing, execution, transaction);
    if (replay) return replay;
    const answer = await attempt(executing, execution, transaction);
    await keepAnswer(executing, execution, transaction, answer);
    return answer;
  });
}

const keyInUse = (key: string) =>
  new StripeError({
    status: 409,
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });

const isKeyMisused = (failure: StripeError) => failure.details.type === 'idempotency_error';

async function attempt(
  { workOptions, includable }: Executing,
  { run, expand }: Execution,
  transaction: WorkOptions['transaction'],
): Promise<Answer> {
  const work = new Work(workOptions(transaction));
  try {
    const result = await run(work);
    return { status: 200, body: JSON.stringify(await expanded(work, result, expand, includable)) };
  } catch (failure) {
    if (failure instanceof StripeError && failure.keepsChanges)
      return { status: failure.status, body: JSON.stringify(failure.body) };
    throw failure;
  }
}

async function replayed(
  { workOptions, nowMs }: Executing,
  { idempotencyKey, fingerprint }: Execution,
  transaction: WorkOptions['transaction'],
): Promise<Answer | undefined> {
  if (idempotencyKey === null) return undefined;
  const work = new Work(workOptions(transaction));
  if (!(await transaction.tryLock(`idempotency/${work.account}/${idempotencyKey}`))) throw keyInUse(idempotencyKey);
  const record = await work.find('idempotency_record', idempotencyKey);
  if (!record || record.dueAtMs <= nowMs()) return undefined;
  if (record.fingerprint !== fingerprint)
    throw new StripeError({
      status: 400,
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
    });
  return { status: record.status, body: record.body, isReplay: true };
}

async function keepAnswer(
  { workOptions, nowMs }: Executing,
  { idempotencyKey, fingerprint }: Execution,
  transaction: WorkOptions['transaction'],
  { status, body }: Answer,
): Promise<void> {
  if (idempotencyKey === null) return;
  const work = new Work(workOptions(transaction));
  work.save<'idempotency_record'>({
    id: idempotencyKey,
    object: 'idempotency_record',
    created: Math.floor(nowMs() / 1000),
    fingerprint,
    status,
    body,
    dueAtMs: nowMs() + KEY_LIFE_MS,
  });
}
