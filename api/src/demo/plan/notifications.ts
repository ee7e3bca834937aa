import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { addMinutes, compareDesc, subMinutes } from 'date-fns';

import { demoPeople } from '../demo-people';
import { classroomId, LENGTH_MINUTES, type PlannedClassroom } from './classrooms';
import { deterministicId } from './deterministic';
import { eventId, type PlannedEvent } from './events';
import { at } from './japan-time';
import { isChild, type Person } from './people';

/** Number of the newest that are unseen; one more is seen but unread. */
const UNSEEN = 3;
const UNREAD = 4;

export interface PlannedNotification {
  id: string;
  user_id: string;
  kind: NotificationKind;
  title: string;
  body: string;
  url: string;
  actor_id: string | null;
  is_read: boolean;
  created_at: Date;
}

export interface PlannedInbox {
  notifications: PlannedNotification[];
  /** When each user last looked at the inbox, by id. */
  seenAt: Map<string, Date>;
}

interface Line {
  key: string;
  kind: NotificationKind;
  when: Date;
  about?: { title: string; url: string };
  body?: string;
  actor?: string;
}

/**
 * Plans the inboxes of all users who can sign in: every kind of notification about something that can be opened, the
 * newest unread.
 */
export function planInbox(
  people: readonly Person[],
  classrooms: readonly PlannedClassroom[],
  events: readonly PlannedEvent[],
  now: Date,
): PlannedInbox {
  const byKey = new Map(people.map((person) => [person.key, person]));
  const notifications: PlannedNotification[] = [];
  const seenAt = new Map<string, Date>();
  for (const { kind: key } of demoPeople) {
    const person = byKey.get(key);
    if (!person) continue;
    const lines = linesFor(person, { classrooms, events, now }).sort((a, b) => compareDesc(a.when, b.when));
    seenAt.set(person.id, lines[UNSEEN]?.when ?? now);
    notifications.push(
      ...lines.map(({ kind, when, about, body, actor, key: line }, index) => ({
        id: deterministicId('ntf', `${key} ${line}`),
        user_id: person.id,
        kind,
        title: about?.title ?? '',
        body: body ?? '',
        url: about?.url ?? '/',
        actor_id: actor ? (byKey.get(actor)?.id ?? null) : null,
        is_read: index >= UNREAD,
        created_at: when,
      })),
    );
  }
  return { notifications, seenAt };
}

interface Facts {
  classrooms: readonly PlannedClassroom[];
  events: readonly PlannedEvent[];
  now: Date;
}

function linesFor(person: Person, { classrooms, events, now }: Facts): Line[] {
  const room = (topic: string, occasion: string) => {
    const row = classrooms.find(({ row: { id } }) => id === classroomId(topic, occasion))?.row;
    if (!row) throw new Error(`The demo has no classroom "${topic} ${occasion}".`);
    return { row, about: { title: row.name, url: `/classrooms/${row.id}` } };
  };
  const happening = (key: string) => {
    const row = events.find(({ row: { id } }) => id === eventId(key))?.row;
    if (!row) throw new Error(`The demo has no event "${key}".`);
    return { row, about: { title: String(row['title']), url: `/events/${row.id}` } };
  };
  const profile = (key: string) => ({ title: '', url: `/users/${deterministicId('usr', key)}` });
  const started = person.key === 'host' ? room('speaking', 'live') : room('trig', 'live');
  const moved = room('nanboku', '0');
  const oldStart = subMinutes(moved.row.start_at, LENGTH_MINUTES);
  // Users of 12 or under are only notified about professionals, the only users they can follow.
  const reserver = isChild(person) || person.key === 'student' ? 'ishikawa' : 'student';
  const yesterday = (time: string) => at(now, -1, time);
  const daysAgo = (days: number, time: string) => at(now, -days, time);

  return [
    { key: 'started', kind: 'reservedClassroomStarted', when: started.row.start_at, about: started.about },
    { key: 'open', kind: 'eventOpen', when: happening('poetry').row.entry_open_at, about: happening('poetry').about },
    {
      key: 'soon',
      kind: 'eventStartBeforeFiveMinutes',
      when: addMinutes(happening('starlive').row.start_at, -5),
      about: happening('starlive').about,
    },
    {
      key: 'hour',
      kind: 'eventStartBeforeOneHour',
      when: addMinutes(happening('poetry').row.start_at, -60),
      about: happening('poetry').about,
    },
    ...(isChild(person)
      ? []
      : [
          {
            key: 'follow',
            kind: 'userFollow' as const,
            when: subMinutes(now, 126),
            about: profile('nishi'),
            actor: 'nishi',
          },
          {
            key: 'follow-2',
            kind: 'userFollow' as const,
            when: daysAgo(5, '12:31'),
            about: profile('emma'),
            actor: 'emma',
          },
        ]),
    {
      key: 'created',
      kind: 'classroomCreatedByFollow',
      when: subMinutes(now, 540),
      about: room('hands', '0').about,
      actor: 'okada',
    },
    {
      key: 'moved',
      kind: 'changeClassroomTime',
      when: yesterday('20:11'),
      about: moved.about,
      body: `${oldStart.toISOString()}/${moved.row.start_at.toISOString()}`,
    },
    {
      key: 'reserved',
      kind: 'classroomReservedByFollow',
      when: yesterday('19:36'),
      about: room('weather', '0').about,
      actor: reserver,
    },
    {
      key: 'cancelled',
      kind: 'reservedClassroomCancelled',
      when: daysAgo(3, '22:40'),
      about: room('kanbun', 'cancelled -3').about,
    },
    {
      key: 'closing',
      kind: 'management',
      when: daysAgo(3, '10:00'),
      about: { title: 'サービスの終了について', url: '/' },
      body: '終了後も、データの書き出しと退会の手続きはご利用いただけます。',
    },
    {
      key: 'created-2',
      kind: 'classroomCreatedByFollow',
      when: daysAgo(7, '8:20'),
      about: room('quartet', '1').about,
      actor: 'nishi',
    },
    {
      key: 'welcome',
      kind: 'management',
      when: daysAgo(12, '9:00'),
      about: { title: 'まなびばへようこそ', url: '/classrooms' },
      body: '気になる教室を予約してみましょう。予約した教室は、教室の一覧の「予約済み」に並びます。',
    },
  ];
}
