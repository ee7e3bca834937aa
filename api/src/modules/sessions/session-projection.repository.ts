import type { LiveProjection } from '../realtime/live-projection';

/** Sessions with access to live documents: neither revoked nor expired, of users who may take part. */
export const sessionProjection: LiveProjection = {
  kinds: ['session'],

  async project(trx, rows, now) {
    const found = await trx
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.id', 's.expires_at'])
      .where(
        's.id',
        'in',
        rows.map((row) => row.subject_id),
      )
      .where('s.revoked_at', 'is', null)
      .where('s.expires_at', '>', now)
      .where('u.state', 'not in', ['suspended', 'withdrawn'])
      .execute();
    const documents = new Map(
      found.map(({ id, expires_at: expiresAt }) => [id, { expiresAt: expiresAt.toISOString() }]),
    );
    return { writes: rows.map(({ path, subject_id: id }) => ({ path, data: documents.get(id) ?? null })) };
  },
};
