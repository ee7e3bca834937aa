import type { Announcement, NotificationTimelineRow } from '@manabiba/shared/contract/announcements';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { NotificationCausesService } from '../fan-out/notification-causes.service';
import { DAY_MS } from '../kinds/declare-kind';
import type { NotificationOperationsRepository } from './notification-operations.repository';

interface AnnouncementsDeps {
  db: Db;
  operations: NotificationOperationsRepository;
  causes: Pick<NotificationCausesService, 'record'>;
  /** Records who did what. */
  log: (trx: Trx, entry: { at: Date; who: string; action: string; subjectId: string; detail: string }) => Promise<void>;
  clock: Clock;
}

const TIMELINE_DAYS = 7;

export type AnnouncementsService = ReturnType<typeof createAnnouncementsService>;

/** What the operator sends and looks at. */
export function createAnnouncementsService({ db, operations, causes, log, clock }: AnnouncementsDeps) {
  /** Announces something to everybody, to professionals or to one user. An unknown user is `not_found`. */
  async function announce(who: string, { audience, title, body, url }: Announcement): Promise<{ id: string }> {
    if (audience !== 'all' && audience !== 'professionals' && !(await operations.userExists(audience)))
      throw new AppError('not_found');
    const id = newId('ann');
    await inTransaction(db, async (trx) => {
      await causes.record(trx, 'management', { key: id, title, body, url, subjects: { audience } });
      await log(trx, { at: clock.now(), who, action: 'announce', subjectId: audience, detail: title });
    });
    return { id };
  }

  /** Counts what became of the notifications of the last seven days. */
  async function timeline(): Promise<{ items: NotificationTimelineRow[] }> {
    const rows = await operations.timeline(new Date(clock.now().getTime() - TIMELINE_DAYS * DAY_MS));
    return {
      items: rows.map(({ lateness_seconds: seconds, ...row }) => ({
        ...row,
        latenessSeconds: seconds === null ? null : Math.max(0, Math.round(Number(seconds) * 10) / 10),
      })),
    };
  }

  return { announce, timeline };
}
