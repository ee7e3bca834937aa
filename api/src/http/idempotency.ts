import { createHash } from 'node:crypto';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/db';
import { deriveKey, seal, unseal } from '../platform/sealed-text';
import { AppError } from './app-error';

/** How long an answer is kept, in milliseconds. */
export const KEEP_MS = 24 * 3_600_000;
/** A call that has not answered after this time was cut off, by a crash say; its key may be used again. */
const ABANDONED_MS = 60_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key that came with a request, if any; a malformed one is `invalid`. */
export function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (!KEY.test(key)) throw new AppError('invalid', { fields: { 'idempotency-key': '255文字以内の英数字で指定してください。' } });
  return key;
}

interface IdempotentCall {
  key: string;
  /** Whose key it is: two people may choose the same one. */
  personId: string;
  endpoint: string;
  /** Everything that makes the call what it is: its URL and its body. */
  content: string;
}

interface StoredAnswer {
  status: number;
  /** The body as it was sent. */
  answer: string | null;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Makes a repeated call do nothing twice: the first answer is kept for 24 hours and given again.
 *
 * Only successes are kept; after a failure nothing has happened and the key is free again. Answers are sealed,
 * because some of them hold tokens.
 */
export function createIdempotency({ db, clock, secret }: { db: Db; clock: Clock; secret: string }) {
  const sealingKey = deriveKey(secret, 'idempotent answers');

  /** Takes the key. Returns nothing when the call is ours to make, else the answer of the first one. */
  async function claim(call: IdempotentCall, bodyHash: string): Promise<StoredAnswer | null> {
    const now = clock.now();
    const taken = await db
      .insertInto('idempotency_keys')
      .values({ key: call.key, person_id: call.personId, endpoint: call.endpoint, body_hash: bodyHash, status: null, answer: null, created_at: now })
      .onConflict((conflict) => conflict
        .columns(['person_id', 'endpoint', 'key'])
        .doUpdateSet({ body_hash: bodyHash, status: null, answer: null, created_at: now })
        .where((eb) => eb.or([
          eb('idempotency_keys.created_at', '<', new Date(now.getTime() - KEEP_MS)),
          eb.and([eb('idempotency_keys.status', 'is', null), eb('idempotency_keys.created_at', '<', new Date(now.getTime() - ABANDONED_MS))]),
        ])))
      .returning('key')
      .executeTakeFirst();
    if (taken) return null;
    const first = await rowOf(call).select(['body_hash', 'status', 'answer']).executeTakeFirst();
    // The first call failed meanwhile and gave the key back.
    if (!first) throw new AppError('conflict');
    if (first.body_hash !== bodyHash) throw new AppError('idempotency_conflict');
    if (first.status === null) throw new AppError('conflict');
    return { status: first.status, answer: first.answer === null ? null : unseal(sealingKey, first.answer) };
  }

  function rowOf({ key, personId, endpoint }: IdempotentCall) {
    return db.selectFrom('idempotency_keys').where('person_id', '=', personId).where('endpoint', '=', endpoint).where('key', '=', key);
  }

  async function keep({ key, personId, endpoint }: IdempotentCall, { status, answer }: StoredAnswer): Promise<void> {
    await db
      .updateTable('idempotency_keys')
      .set({ status, answer: answer === null ? null : seal(sealingKey, answer) })
      .where('person_id', '=', personId).where('endpoint', '=', endpoint).where('key', '=', key)
      .execute();
  }

  async function giveBack({ key, personId, endpoint }: IdempotentCall): Promise<void> {
    await db.deleteFrom('idempotency_keys').where('person_id', '=', personId).where('endpoint', '=', endpoint).where('key', '=', key).where('status', 'is', null).execute();
  }

  return {
    /**
     * Makes the call once. Another call under the same key is `idempotency_conflict`, the same one while the first is
     * still running is `conflict`.
     */
    async run(call: IdempotentCall, make: () => Promise<StoredAnswer>): Promise<StoredAnswer & { isReplay: boolean }> {
      const bodyHash = createHash('sha256').update(call.content).digest('base64url');
      const first = await claim(call, bodyHash);
      if (first) return { ...first, isReplay: true };
      let answer: StoredAnswer;
      try {
        answer = await make();
      } catch (error) {
        await giveBack(call);
        throw error;
      }
      await keep(call, answer);
      return { ...answer, isReplay: false };
    },
  };
}
