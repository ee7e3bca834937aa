import type { QueryClient } from '../store/changes/registry-changes';
import type { BuiltOn } from '../store/live-has-moved';
import type { EnvironmentPointer } from '../store/signed-rows';

/* Statements on the releases of environments. The caller verifies signatures. */

export interface EnvironmentRow extends EnvironmentPointer {
  builtOn: BuiltOn | null;
  evidence: string | null;
  updatedAt: Date;
  signature: string;
}

export async function readEnvironments(client: QueryClient, remote?: string): Promise<EnvironmentRow[]> {
  const { rows } = await client.query<EnvironmentRow>(
    `select environment, remote, version, revision::int as revision, built_on as "builtOn", evidence, updated_at as "updatedAt", signature
     from environment_releases where $1::text is null or remote = $1 order by environment, remote`,
    [remote ?? null],
  );
  return rows;
}

/** Writes what an environment has of a remote, with the next revision. */
export async function writeEnvironment(
  client: QueryClient,
  next: Omit<EnvironmentPointer, 'revision'> & Pick<EnvironmentRow, 'builtOn' | 'evidence'>,
  sign: (pointer: EnvironmentPointer) => string,
): Promise<void> {
  const { environment, remote, version, builtOn, evidence } = next;
  const { rows } = await client.query<{ next: number }>(
    'select coalesce(max(revision), 0)::int + 1 as next from environment_releases where environment = $1 and remote = $2',
    [environment, remote],
  );
  const revision = rows[0]?.next ?? 1;
  await client.query(
    `insert into environment_releases (environment, remote, version, revision, built_on, evidence, signature) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (environment, remote) do update set version = excluded.version, revision = excluded.revision, built_on = excluded.built_on,
       evidence = excluded.evidence, signature = excluded.signature, updated_at = now()`,
    [
      environment,
      remote,
      version,
      revision,
      builtOn ? JSON.stringify(builtOn) : null,
      evidence,
      sign({ environment, remote, version, revision }),
    ],
  );
}
