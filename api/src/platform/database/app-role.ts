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
