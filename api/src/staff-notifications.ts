import { createCausesRepository } from './modules/notifications/fan-out/causes.repository';
import { createNotificationCausesService } from './modules/notifications/fan-out/notification-causes.service';
import { createAnnouncementsService } from './modules/notifications/operations/announcements.service';
import { createNotificationOperationsRepository } from './modules/notifications/operations/notification-operations.repository';
import { createStaffRepository } from './modules/staff/staff.repository';
import { StaffRefusal } from './modules/staff/staff.service';
import type { Clock } from './platform/clock';
import type { Db } from './platform/database/db';

/** Usage text of the commands about notifications. */
export const notificationUsage = `npm run staff -- announce AUDIENCE "title" "text" [/path]
                                               AUDIENCE is all, professionals or PERSON; the link leads to /path
npm run staff -- notifications                  what became of the notifications of the last seven days`;

interface NotificationCommandDeps {
  db: Db;
  clock: Clock;
  who: string;
  communicateMinAge: number;
}

/**
 * Runs a command about notifications; returns undefined when the arguments are for another command. This only
 * records the cause; the server fans it out.
 */
export async function runNotificationCommand(
  [command = '', audience = '', title = '', body = '', url = '/']: readonly string[],
  { db, clock, who, communicateMinAge }: NotificationCommandDeps,
): Promise<string | readonly object[] | undefined> {
  if (command !== 'announce' && command !== 'notifications') return undefined;
  const staff = createStaffRepository(db);
  const announcements = createAnnouncementsService({
    db,
    operations: createNotificationOperationsRepository(db),
    causes: createNotificationCausesService({
      db,
      causes: createCausesRepository(db),
      clock,
      communicateMinAge,
      onCommit: () => undefined,
      onTrouble: () => undefined,
      canFanOut: false,
    }),
    log: staff.log,
    clock,
  });
  if (command === 'notifications') return (await announcements.timeline()).items;
  if (title === '' || !/^\/(?![/\\])/.test(url)) throw new StaffRefusal(notificationUsage);
  const everyone = audience === 'all' || audience === 'professionals';
  const found = everyone ? { id: audience } : await staff.find(audience);
  if (!found) throw new StaffRefusal(`Nobody is known as ${audience}.`);
  const { id } = await announcements.announce(who, { audience: found.id, title, body, url });
  return `${id} is announced to ${audience}.`;
}
