import { escapeIdentifier, type PoolClient } from 'pg';

/** The schemas of the tables that the product reads and writes; the engines create schemas of their own. */
const SCHEMAS = 'public, pgboss';

/**
 * Grants the role of the product what it needs, and no more: it reads and writes the tables, which it does not own, and
 * can only read and append to the audit log. Being no owner, it cannot switch off the trigger that keeps the log either.
 */
export async function grantToApp(client: PoolClient, role: string): Promise<void> {
  const app = escapeIdentifier(role);
  const { rows } = await client.query<{ database: string }>('select current_database() as database');
  const database = escapeIdentifier(rows[0]?.database ?? '');
  await client.query(`
    begin;
    grant usage on schema ${SCHEMAS} to ${app};
    grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${app};
    grant usage, select on all sequences in schema ${SCHEMAS} to ${app};
    revoke insert, update, delete on schema_migrations from ${app};
    revoke update, delete on audit_log from ${app};
    grant create on database ${database} to ${app};
    commit;
  `);
}

/**
 * Makes the role of the product the owner of those of the schemas that exist, with their tables: an engine, which creates
 * and changes its tables itself, cannot open them otherwise. They belong to another role after a restore, and where the
 * product has run as the owner of the database.
 */
export async function handOverSchemas(client: PoolClient, role: string, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with app as (select oid, rolname from pg_roles where rolname = $1)
     select format('alter schema %I owner to %I', nspname, rolname) as statement from pg_namespace, app
       where nspname = any($2) and nspowner <> app.oid
     union all select format('alter table %s owner to %I', c.oid::regclass, rolname) from pg_class c, app
       where relnamespace in (select oid from pg_namespace where nspname = any($2)) and relkind = 'r' and relowner <> app.oid`,
    [role, schemas],
  );
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';'));
}
