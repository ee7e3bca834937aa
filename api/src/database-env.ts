import * as z from 'zod/mini';

import type { PoolOptions } from './platform/database/db';

export interface DatabaseEnv {
  /** For everything that is over with its transaction; may lead to a pooler. */
  databaseUrl: string;
  /** Leads to PostgreSQL itself, for what belongs to a session: migrations, session locks, notifications. */
  databaseDirectUrl: string;
  databasePool: PoolOptions & { max: number };
}

const postgresUrl = z
  .string({ error: 'is missing' })
  .check(z.regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' }));

/** The environment variables for the database, a part of the api's configuration. */
export const databaseSchema = {
  DATABASE_URL: postgresUrl,
  /** PostgreSQL itself, when DATABASE_URL leads to a pooler that shares connections between transactions. */
  DATABASE_DIRECT_URL: z.optional(postgresUrl),
  DATABASE_POOL_MAX: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(200)), 10),
  /** Whether statements are prepared by name: by default unless there is a pooler, of which older ones lose them. */
  DATABASE_PREPARED_STATEMENTS: z.optional(z.enum(['on', 'off'])),
};

interface Data {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_POOL_MAX: number;
  DATABASE_PREPARED_STATEMENTS?: 'on' | 'off' | undefined;
}

export function toDatabase({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
  DATABASE_POOL_MAX: max,
  DATABASE_PREPARED_STATEMENTS: prepared,
}: Data): DatabaseEnv {
  const isBehindPooler = directUrl !== undefined;
  return {
    databaseUrl: url,
    databaseDirectUrl: directUrl ?? url,
    databasePool: { max, isBehindPooler, hasNamedStatements: prepared ? prepared === 'on' : !isBehindPooler },
  };
}
