import { createHash } from 'node:crypto';

import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { AppError } from '../platform/app-error';
import type { Clock } from '../platform/clock';
import type { Db, Pool } from '../platform/database/db';
import type { RunStatement } from '../platform/database/joined-connection';
import { createUnitsOfWork } from '../platform/database/unit-of-work';
import { decryptText, deriveKey, encryptText, keyedDigest } from '../platform/security/text-encryption';

/** How long answers are kept, in milliseconds. */
export const KEEP_MS = millisecondsInDay;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Returns the request's Idempotency-Key, if any; a malformed one is `invalid`. */
export function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (!KEY.test(key))
    throw new AppError('invalid', { fields: { 'idempotency-key': '255文字以内の英数字で指定してください。' } });
  return key;
}

export interface IdempotentCall {
  key: string;
  /** The key's owner: two users may choose the same key. */
  personId: string;
  endpoint: string;
  /** What identifies the call: its URL and its body. */
  content: string;
}

interface StoredAnswer {
  status: number;
  /** The response body as sent. */
  answer: string | null;
}

interface AnswerRow {
  body_hash: string;
  status: number;
  answer: string | null;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

const FIND =
  'select body_hash, status, answer from idempotency_keys where person_id = $1 and endpoint = $2 and key = $3 and created_at > $4';
const KEEP = `insert into idempotency_keys (person_id, endpoint, key, body_hash, status, answer, created_at) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (person_id, endpoint, key) do update set body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at`;
/** Claims the key exclusively until the transaction ends. */
const CLAIM = 'select pg_try_advisory_xact_lock($1::bigint) as is_ours';

/**
 * Keeps a repeated call from taking effect twice: the first answer is stored for 24 hours and returned again.
 *
 * Key, answer and all writes of the call share one transaction. Whenever the process ends, either everything is stored
 * and a repeated call gets the first answer, or nothing is and the call can be retried at once. Only successes are
 * stored; what a refused call has written by then (a revoked session) stays. Answers are encrypted because some contain
 * tokens; body digests are keyed because some bodies contain passwords.
 */
export function createIdempotency({ pool, clock, secret }: { pool: Pool; clock: Clock; secret: string }) {
  const encryptionKey = deriveKey(secret, 'idempotent answers');
  const bodyKey = deriveKey(secret, 'idempotent bodies');
  const units = createUnitsOfWork({ pool });
  /** Calls in progress in this process: their repetitions wait for them. */
  const running = new Map<string, Promise<unknown>>();

  const runOnPool: RunStatement = (text, values) => pool.query(text, values);
  const oldest = () => subMilliseconds(clock.now(), KEEP_MS);

  /** Returns the first answer, if any. A different call under the same key is `idempotency_conflict`. */
  async function find(
    run: RunStatement,
    { personId, endpoint, key }: IdempotentCall,
    bodyHash: string,
  ): Promise<StoredAnswer | undefined> {
    const {
      rows: [row],
    } = (await run(FIND, [personId, endpoint, key, oldest()])) as { rows: AnswerRow[] };
    if (!row) return undefined;
    if (row.body_hash !== bodyHash) throw new AppError('idempotency_conflict');
    return { status: row.status, answer: row.answer === null ? null : decryptText(encryptionKey, row.answer) };
  }

  async function make(
    call: IdempotentCall,
    bodyHash: string,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { isReplay: boolean }> {
    const { personId, endpoint, key } = call;
    /** The answer stored by another instance just before this one began. */
    let theirs: StoredAnswer | undefined;
    try {
      const answer = await units.run({
        async begin(run) {
          const {
            rows: [claim],
          } = (await run(CLAIM, [lockOf(call)])) as { rows: { is_ours: boolean }[] };
          if (claim?.is_ours) theirs = await find(run, call, bodyHash);
          if (!claim?.is_ours || theirs) throw new AppError('conflict');
        },
        work,
        async finish(run, made) {
          await run(KEEP, [
            personId,
            endpoint,
            key,
            bodyHash,
            made.status,
            made.answer === null ? null : encryptText(encryptionKey, made.answer),
            clock.now(),
          ]);
        },
        keeps: (error) => error instanceof AppError && error.status < 500,
      });
      return { ...answer, isReplay: false };
    } catch (error) {
      if (theirs) return { ...theirs, isReplay: true };
      throw error;
    }
  }

  return {
    /** Returns the answer that this call received before, if it was made before. */
    findAnswer: (call: IdempotentCall) => find(runOnPool, call, keyedDigest(bodyKey, call.content)),

    /**
     * Runs the call once. A different call under the same key is `idempotency_conflict`; the same one waits for the
     * first, or is `conflict` while another instance runs it.
     */
    async run(call: IdempotentCall, work: () => Promise<StoredAnswer>): Promise<StoredAnswer & { isReplay: boolean }> {
      const bodyHash = keyedDigest(bodyKey, call.content);
      const name = nameOf(call);
      for (let before = running.get(name); before; before = running.get(name)) await before.catch(() => undefined);
      const making = (async () => {
        const first = await find(runOnPool, call, bodyHash);
        return first ? { ...first, isReplay: true } : make(call, bodyHash, work);
      })();
      running.set(name, making);
      try {
        return await making;
      } finally {
        running.delete(name);
      }
    },
  };
}

const nameOf = ({ personId, endpoint, key }: IdempotentCall) => [personId, endpoint, key].join('\n');
/** Returns the number of a PostgreSQL advisory lock, the same in every instance. */
const lockOf = (call: IdempotentCall) => createHash('sha256').update(nameOf(call)).digest().readBigInt64BE().toString();

/** Deletes answers past their retention time. */
export async function deleteOldAnswers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', subMilliseconds(now, KEEP_MS)).execute();
}
