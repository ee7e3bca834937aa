import type { ReleaseAction } from '@manabiba/shared/contract/staff-releases';
import type { PoolClient } from 'pg';

import type { RolloutRule } from '../rollouts/rollout-rule';
import { type HistoryRow, LIVED_ACTIONS } from './release-history';
import type { Pointer } from './signed-rows';

/*
 * Statements on the release registry and its history, inside or outside a transaction. The caller verifies signatures.
 */

/** How far back reload reasons are read, in days. Pages open for longer are notified of any newer release anyway. */
const REASONS_KEPT_DAYS = 2;

export interface ReloadReason {
  /** When the last release worth a reload was published. */
  worthAt: Date | null;
  /** Versions that were rolled back or withdrawn and must no longer be used. */
  takenBack: string[];
}

export interface RegistryRow extends Pointer {
  isRetired: boolean;
  signature: string | null;
  rolloutRule: RolloutRule | null;
  rolloutSince: Date | null;
}

type QueryClient = Pick<PoolClient, 'query'>;

export async function readEntries(client: QueryClient, remote?: string): Promise<RegistryRow[]> {
  const { rows } = await client.query<RegistryRow>(
    `select remote, version, revision::int as revision, rollout_version as "rolloutVersion", rollout_percent as "rolloutPercent", rollout_rule as "rolloutRule", rollout_since as "rolloutSince", is_retired as "isRetired", signature
     from registry where $1::text is null or remote = $1 order by remote`,
    [remote ?? null],
  );
  return rows;
}

/** Returns the manifest of a staged release; undefined for one that was never uploaded. */
export async function readManifest(client: QueryClient, remote: string, version: string): Promise<unknown> {
  const { rows } = await client.query<{ manifest: unknown }>(
    'select manifest from releases where remote = $1 and version = $2',
    [remote, version],
  );
  return rows[0]?.manifest;
}

/** Returns an unused revision number, so that no older entry can pass for the latest. */
export async function nextRevision(client: QueryClient, remote: string): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    'select coalesce(max(revision), 0)::int + 1 as next from registry where remote = $1',
    [remote],
  );
  return rows[0]?.next ?? 1;
}

/** Returns the last changes by which releases went live or ended, oldest first: see `livedReleases`. */
export const readLived = (client: QueryClient, remote: string): Promise<HistoryRow[]> =>
  readHistory(client, remote, LIVED_ACTIONS);

/** Returns the last 1000 lines of the history, of these actions or of all, oldest first. */
export async function readHistory(
  client: QueryClient,
  remote?: string,
  actions: readonly ReleaseAction[] | null = null,
): Promise<HistoryRow[]> {
  const { rows } = await client.query<HistoryRow>(
    `select at, remote, action, version, from_version as "fromVersion", percent, who, why, approved_by as "approvedBy", environment, rule, change_id as "changeId" from (
       select * from release_history
       where ($1::text is null or remote = $1) and ($2::text[] is null or action = any($2)) order by id desc limit 1000
     ) latest order by id`,
    [remote ?? null, actions],
  );
  return rows;
}

/** Returns whether the rollout of a release that runs began as worth a reload. */
export async function wasWorthReload(client: QueryClient, remote: string, version: string): Promise<boolean> {
  const { rows } = await client.query<{ is_worth_reload: boolean }>(
    `select is_worth_reload from release_history
     where remote = $1 and version = $2 and action = 'rollout_started' order by id desc limit 1`,
    [remote, version],
  );
  return rows[0]?.is_worth_reload ?? false;
}

/** What only some lines of the history have. */
type Optional = 'approvedBy' | 'environment' | 'rule' | 'changeId';

export async function note(
  client: QueryClient,
  {
    remote,
    action,
    version,
    fromVersion,
    percent,
    who,
    why,
    isWorthReload = false,
    approvedBy = null,
    environment = null,
    rule = null,
    changeId = null,
  }: Omit<HistoryRow, 'at' | Optional> & Partial<Pick<HistoryRow, Optional>> & { isWorthReload?: boolean },
): Promise<void> {
  await client.query(
    'insert into release_history (remote, action, version, from_version, percent, who, why, is_worth_reload, approved_by, environment, rule, change_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    [remote, action, version, fromVersion, percent, who, why, isWorthReload, approvedBy, environment, rule, changeId],
  );
}

/** Returns the reasons for open pages to reload, by remote. */
export async function readReloadReasons(client: QueryClient): Promise<Map<string, ReloadReason>> {
  const { rows } = await client.query<ReloadReason & { remote: string }>(
    `select remote, max(at) filter (where is_worth_reload) as "worthAt",
       coalesce(array_agg(distinct case action when 'rolled_back' then from_version else version end) filter (where action in ('rolled_back', 'rollout_withdrawn')), '{}') as "takenBack"
     from release_history
     where (is_worth_reload or action in ('rolled_back', 'rollout_withdrawn')) and at > now() - make_interval(days => $1)
     group by remote`,
    [REASONS_KEPT_DAYS],
  );
  return new Map(rows.map(({ remote, worthAt, takenBack }) => [remote, { worthAt, takenBack }]));
}
