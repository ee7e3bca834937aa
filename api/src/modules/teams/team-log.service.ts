import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listTeamLog } from '@manabiba/shared/contract/event-team';
import type { TeamAct } from '@manabiba/shared/contract/teams';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { newId } from '../../platform/ids';
import { toUser } from '../users/user-columns';
import type { TeamAuthorityService } from './team-authority.service';
import type { TeamRight } from './team-kinds';
import type { TeamLogRepository, TeamLogRow } from './team-log.repository';

interface TeamLogDeps {
  acts: TeamLogRepository;
  authority: Pick<TeamAuthorityService<TeamRight>, 'require'>;
  clock: Clock;
}

/** Something done with an event or a series. */
export interface NewAct {
  subjectId: string;
  /** Null when nobody with an account did it. */
  actorId: string | null;
  act: TeamAct;
  /** The member whom it was done to. */
  personId?: string | null;
  participationId?: string;
  /** In Japanese, without names of people and without what only some roles may read. */
  detail?: string;
}

export type TeamLogService = ReturnType<typeof createTeamLogService>;

/** The log of an event or a series: what the owner and the members did, readable by all of them. */
export function createTeamLogService({ acts, authority, clock }: TeamLogDeps) {
  return {
    record: (trx: Trx, { subjectId, actorId, act, personId, participationId, detail }: NewAct): Promise<void> =>
      acts.insert(trx, subjectId, {
        id: newId('act'),
        user_id: actorId,
        act,
        person_id: personId ?? null,
        participation_id: participationId ?? null,
        detail: detail ?? '',
        created_at: clock.now(),
      }),

    /** Returns a page of the log, latest first, for the owner and the members. */
    async list(
      viewer: SignedInViewer,
      id: string,
      { cursor, limit }: z.output<typeof listTeamLog.query>,
    ): Promise<EndpointOutput<typeof listTeamLog>> {
      const after = positionOf(cursor);
      await authority.require(viewer, id, 'read');
      const rows = await acts.list(id, { viewerId: viewer.id, after, limit: limit + 1 });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.act_micros, id: row.act_id }));
      const now = clock.now();
      return {
        items: shown.map((row) => ({
          id: row.act_id,
          // The columns of a missing user are null, whatever their type.
          actor: (row.id as string | null) === null ? null : toUser(row, viewer, now),
          act: row.act,
          subject: subjectOf(row),
          createdAt: row.act_created_at.toISOString(),
        })),
        nextCursor,
      };
    },
  };
}

const subjectOf = ({ target, detail }: TeamLogRow) =>
  target !== null && detail !== '' ? `${target}(${detail})` : (target ?? detail);
