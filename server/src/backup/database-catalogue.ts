import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';

// What a backup asks PostgreSQL's catalogue. Only tables that hold rows: a partitioned one is its partitions.

const OWN_SCHEMAS = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`;

export interface TableShape {
  schema: string;
  name: string;
  columns: string[];
}

export const quoted = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export async function listTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname as schema, c.relname as name,
       coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relpersistence <> 't' and ${OWN_SCHEMAS}
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

export interface Sequence {
  schema: string;
  name: string;
  value: string;
}

/** Returns the sequences that have given a value. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where last_value is not null order by 1, 2`,
  );
  return rows;
}

export interface ForeignKey {
  schema: string;
  name: string;
  constraint: string;
  definition: string;
}

/** Returns the foreign keys; those that a partition inherits are part of its parent's. */
export async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select n.nspname as schema, c.relname as name, k.conname as constraint, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${OWN_SCHEMAS} order by 1, 2, 3`,
  );
  return rows;
}

/** Returns the names of the migrations that the database has. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.schema_migrations order by name');
  return rows.map(({ name }) => name);
}
