import type { PoolClient, QueryResult } from 'pg';

import type { ListQuery, Row, RowKey, StorageTransaction } from './storage';

type Texts = QueryResult<{ data: string }>;

const nameOf = ({ account, kind, id }: RowKey) => JSON.stringify([account, kind, id]);
const dataOf = ({ rows }: Texts) => rows.map(({ data }) => data);

/**
 * A transaction on a connection. Rows that are put are written in batches, in the order of their first `put`, before a
 * query that must see them and by `flush` at the end.
 */
export function postgresTransaction(client: PoolClient, schema: string, isWriting: boolean) {
  const objects = `"${schema}".objects`;
  const waiting = new Map<string, Row | RowKey>();
  const flush = () => write(client, objects, waiting);
  const transaction: StorageTransaction = {
    async get(key) {
      const own = waiting.get(nameOf(key));
      if (own) return 'data' in own ? own.data : undefined;
      const found: Texts = await client.query({
        name: `get ${schema} ${isWriting}`,
        text: `select data from ${objects} where account = $1 and kind = $2 and id = $3${isWriting ? ' for update' : ''}`,
        values: [key.account, key.kind, key.id],
      });
      return dataOf(found)[0];
    },
    async present(account, kind, ids) {
      await flush();
      const { rows }: QueryResult<{ id: string }> = await client.query(
        `select id from ${objects} where account = $1 and kind = $2 and id = any($3)`,
        [account, kind, ids],
      );
      return rows.map(({ id }) => id);
    },
    put: (row) => void waiting.set(nameOf(row), row),
    remove: ({ account, kind, id }) => void waiting.set(nameOf({ account, kind, id }), { account, kind, id }),
    async list(query) {
      await flush();
      return list(client, objects, query);
    },
    async due(timeline, untilMs, limit) {
      await flush();
      const { rows }: QueryResult<{ account: string; due_at: string; data: string }> = await client.query(
        `select account, due_at, data from ${objects} where timeline = $1 and due_at <= $2
         order by due_at, position limit $3${isWriting ? ' for update skip locked' : ''}`,
        [timeline, untilMs, limit],
      );
      return rows.map(({ account, due_at: dueAt, data }) => ({ account, dueAt: Number(dueAt), data }));
    },
    async nextDue(timeline) {
      await flush();
      const { rows }: QueryResult<{ next: string | null }> = await client.query(
        `select min(due_at) as next from ${objects} where timeline = $1 and due_at is not null`,
        [timeline],
      );
      return rows[0]?.next ? Number(rows[0].next) : undefined;
    },
    async sum(account, kind, effectiveUntil) {
      await flush();
      const { rows }: QueryResult<{ total: string }> = await client.query(
        `select coalesce(sum(amount), 0) as total from ${objects}
         where account = $1 and kind = $2 and amount is not null and effective_at <= $3`,
        [account, kind, effectiveUntil],
      );
      return Number(rows[0]?.total);
    },
    ...locks(client, schema),
  };
  return { transaction, flush };
}

/** Advisory locks that are released with the transaction. */
function locks(client: PoolClient, schema: string): Pick<StorageTransaction, 'lock' | 'tryLock'> {
  const nameIn = (name: string) => `${schema}/${name}`;
  return {
    async lock(name) {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [nameIn(name)]);
    },
    async tryLock(name) {
      const { rows }: QueryResult<{ is_free: boolean }> = await client.query(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free',
        [nameIn(name)],
      );
      return rows[0]?.is_free ?? false;
    },
  };
}

async function write(client: PoolClient, objects: string, waiting: Map<string, Row | RowKey>): Promise<void> {
  if (waiting.size === 0) return;
  const entries = [...waiting.values()];
  waiting.clear();
  const rows = entries.filter((entry): entry is Row => 'data' in entry);
  const gone = entries.filter((entry) => !('data' in entry));
  if (rows.length > 0)
    await client.query(
      `insert into ${objects} (account, kind, id, created, keys, timeline, due_at, amount, effective_at, data)
       select r.account, r.kind, r.id, r.created, array(select jsonb_array_elements_text(r.keys)), r.timeline, r.due_at,
         r.amount, r.effective_at, r.data
       from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::jsonb[], $6::text[], $7::bigint[],
         $8::bigint[], $9::bigint[], $10::text[]) with ordinality
         as r (account, kind, id, created, keys, timeline, due_at, amount, effective_at, data, place)
       order by r.place
       on conflict (account, kind, id) do update set created = excluded.created, keys = excluded.keys,
         timeline = excluded.timeline, due_at = excluded.due_at, amount = excluded.amount,
         effective_at = excluded.effective_at, data = excluded.data`,
      [
        rows.map(({ account }) => account),
        rows.map(({ kind }) => kind),
        rows.map(({ id }) => id),
        rows.map(({ created }) => created),
        rows.map(({ keys }) => JSON.stringify(keys)),
        rows.map(({ timeline }) => timeline),
        rows.map(({ dueAt }) => dueAt),
        rows.map(({ amount }) => amount),
        rows.map(({ effectiveAt }) => effectiveAt),
        rows.map(({ data }) => data),
      ],
    );
  if (gone.length > 0)
    await client.query(
      `delete from ${objects} using unnest($1::text[], $2::text[], $3::text[]) as gone (account, kind, id)
       where objects.account = gone.account and objects.kind = gone.kind and objects.id = gone.id`,
      [gone.map(({ account }) => account), gone.map(({ kind }) => kind), gone.map(({ id }) => id)],
    );
}

async function list(client: PoolClient, objects: string, query: ListQuery): Promise<string[]> {
  const values: unknown[] = [query.account, query.kind];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = ['account = $1', 'kind = $2'];
  if (query.keys.length > 0) conditions.push(`keys @> ${value(query.keys)}::text[]`);
  const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  for (const [name, sign] of Object.entries(signs)) {
    const bound = query.created?.[name as keyof typeof signs];
    if (bound !== undefined) conditions.push(`created ${sign} ${value(bound)}`);
  }
  const positionOf = (id: string) =>
    `(select position from ${objects} where account = $1 and kind = $2 and id = ${value(id)})`;
  if (query.startingAfter !== undefined) conditions.push(`position < ${positionOf(query.startingAfter)}`);
  if (query.endingBefore !== undefined) conditions.push(`position > ${positionOf(query.endingBefore)}`);
  const isUpward = query.endingBefore !== undefined;
  const found: Texts = await client.query(
    `select data from ${objects} where ${conditions.join(' and ')}
     order by position ${isUpward ? 'asc' : 'desc'} limit ${value(query.limit)}`,
    values,
  );
  return isUpward ? dataOf(found).toReversed() : dataOf(found);
}
