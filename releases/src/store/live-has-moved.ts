import type { ReleaseAction } from '@manabiba/shared/contract/staff-releases';
import type { PoolClient } from 'pg';
import * as z from 'zod/mini';

import type { HistoryRow } from './release-history';
import { versionName } from './release-manifest';
import { ReleaseRefusal } from './release-refusal';
import { readHistory } from './release-rows';
import type { Pointer } from './signed-rows';

/** The live release of a remote when the gate ran; none before its first release and after it was retired. */
export const builtOn = z.object({ version: z.nullable(versionName), rolloutVersion: z.nullable(versionName) });
export type BuiltOn = z.infer<typeof builtOn>;

/** Data for the releaser's decision: merge the other release, or replace it on purpose. */
export interface MovedLive {
  builtOn: BuiltOn;
  live: BuiltOn;
  /** The change after which this is live; absent when it is no longer in the history. */
  by?: Pick<HistoryRow, 'action' | 'who' | 'why' | 'at'>;
}

/** Refusal of a release that another one has overtaken. */
export class LiveHasMoved extends ReleaseRefusal {
  override name = 'LiveHasMoved';

  constructor(
    remote: string,
    readonly moved: MovedLive,
  ) {
    const { by } = moved;
    const whose = by ? ` (${by.action} by ${by.who} at ${by.at.toISOString()}: ${by.why})` : '';
    super(
      `live has moved: ${remote} was at ${nameOf(moved.builtOn)} when the gate ran and is at ${nameOf(moved.live)} now${whose}. Release again on top of it, or replace it with --force.`,
    );
  }
}

/** Lines of the history after which the same release is live as before. */
const changesNothing: ReadonlySet<ReleaseAction> = new Set([
  'refused',
  'gate_skipped',
  'files_removed',
  'environment_published',
  'environment_withdrawn',
]);

/** Throws `LiveHasMoved` when another release or rollout is live than the one on which a release was built. */
export async function mustBeBuiltOnLive(
  client: Pick<PoolClient, 'query'>,
  remote: string,
  given: BuiltOn,
  entry: Pointer | undefined,
): Promise<void> {
  const live = { version: entry?.version ?? null, rolloutVersion: entry?.rolloutVersion ?? null };
  if (live.version === given.version && live.rolloutVersion === given.rolloutVersion) return;
  const by = (await readHistory(client, remote)).findLast(({ action }) => !changesNothing.has(action));
  throw new LiveHasMoved(remote, { builtOn: given, live, ...(by ? { by } : {}) });
}

const nameOf = ({ version, rolloutVersion }: BuiltOn) =>
  version === null ? 'no release' : `${version}${rolloutVersion ? ` with a rollout of ${rolloutVersion}` : ''}`;
