import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';

import { isSame, type ReleaseKey } from '../store/release-key';
import type { Holder } from './holder';

/** A token as shown in lists: without the secret, of which only a digest is stored. */
export interface ReleaseToken {
  id: string;
  /** Null: all remotes. */
  remote: string | null;
  person: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: string | null;
}

interface NewToken {
  remote: string | null;
  person: string;
  days: number;
  by: string;
}

export type ReleaseTokens = ReturnType<typeof createReleaseTokens>;

const COLUMNS = `id, remote, person, created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt", revoked_by as "revokedBy"`;
const PREFIX = 'mrt';

/**
 * The tokens with which members of teams release, in the database, so that a revoked one ends at once everywhere. They
 * are signed: write access to the database alone cannot create one.
 */
export function createReleaseTokens({ pool, key }: { pool: Pool; key: ReleaseKey }) {
  async function find(id: string) {
    const { rows } = await pool.query<ReleaseToken & { secretHash: string; signature: string }>(
      `select ${COLUMNS}, secret_hash as "secretHash", signature from release_tokens where id = $1`,
      [id],
    );
    const token = rows[0];
    return token && key.isSigned('release-token', signedPart(token), token.signature) ? token : undefined;
  }

  return {
    /** Returns a new token and its secret, which nothing can show again. */
    async create({ remote, person, days, by }: NewToken): Promise<{ token: ReleaseToken; secret: string }> {
      const id = randomUUID();
      const secret = `${PREFIX}_${id}_${randomBytes(32).toString('base64url')}`;
      const secretHash = digestOf(secret);
      const expiresAt = new Date(Date.now() + days * millisecondsInDay);
      const signature = key.sign('release-token', signedPart({ id, remote, person, expiresAt, secretHash }));
      const { rows } = await pool.query<ReleaseToken>(
        `insert into release_tokens (id, remote, person, secret_hash, created_by, expires_at, signature)
         values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
        [id, remote, person, secretHash, by, expiresAt, signature],
      );
      return { token: rows[0] as ReleaseToken, secret };
    },

    /** Returns all tokens, the newest first, with those that have ended. */
    async list(): Promise<ReleaseToken[]> {
      const { rows } = await pool.query<ReleaseToken>(
        `select ${COLUMNS} from release_tokens order by created_at desc, id`,
      );
      return rows;
    },

    /** Ends a token at once. Returns it, or undefined when there is none; a second time changes nothing. */
    async revoke(id: string, by: string): Promise<{ token: ReleaseToken; isNews: boolean } | undefined> {
      const { rows } = await pool.query<ReleaseToken & { isNews: boolean }>(
        `update release_tokens set revoked_at = coalesce(revoked_at, now()), revoked_by = coalesce(revoked_by, $2)
         where id = $1 returning ${COLUMNS}, revoked_at = now() as "isNews"`,
        [id, by],
      );
      if (!rows[0]) return undefined;
      const { isNews, ...token } = rows[0];
      return { token, isNews };
    },

    /** Returns who a secret proves its sender to be, or the sentence with which it is rejected. */
    async holderOf(secret: string): Promise<Holder | string> {
      const [prefix, id = ''] = secret.split('_');
      const token = prefix === PREFIX ? await find(id) : undefined;
      if (!token || !isSame(token.secretHash, digestOf(secret))) return 'This token is not known here.';
      const ended = endOf(token);
      if (ended) return ended;
      await pool.query('update release_tokens set last_used_at = now() where id = $1', [id]);
      return { kind: 'member', person: token.person, remote: token.remote, tokenId: id };
    },

    async isValid(id: string): Promise<boolean> {
      const token = await find(id);
      return token !== undefined && endOf(token) === undefined;
    },
  };
}

/**
 * The columns that are protected against changes in the database. The revocation is not: removing it would only give
 * the token back to its own holder.
 */
const signedPart = ({
  id,
  remote,
  person,
  expiresAt,
  secretHash,
}: Pick<ReleaseToken, 'id' | 'remote' | 'person' | 'expiresAt'> & { secretHash: string }) => ({
  id,
  remote,
  person,
  expiresAt: expiresAt.toISOString(),
  secretHash,
});

/** Why a token no longer counts; undefined while it does. */
function endOf({ revokedAt, expiresAt }: ReleaseToken): string | undefined {
  if (revokedAt) return `This token was revoked at ${revokedAt.toISOString()}.`;
  return expiresAt.getTime() <= Date.now() ? `This token expired at ${expiresAt.toISOString()}.` : undefined;
}

/** A secret has 256 random bits: a slow hash would add nothing. */
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
