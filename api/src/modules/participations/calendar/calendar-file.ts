import { TZDate } from '@date-fns/tz';
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventStatus,
} from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';

/** The content of a calendar entry. */
export interface CalendarEntry {
  /** The id of the event or classroom. */
  id: string;
  /** Its page. */
  path: string;
  title: string;
  description: string;
  startAt: Date;
  endAt: Date;
  /** Increases when the time moves and when it is cancelled: calendars keep the highest. */
  sequence: number;
  changedAt: Date;
  /** It is cancelled, or the user no longer participates. */
  isCancelled: boolean;
}

/** Somebody in a calendar file. */
export interface CalendarPerson {
  name: string;
  email: string;
}

const ZONE = 'Asia/Tokyo';
/** How long before the start the calendar shows a reminder, in seconds. */
const REMINDER_SECONDS = 10 * 60;
/** How often calendars should refresh the feed, in seconds. */
const FEED_TTL_SECONDS = 3600;
/** The calendar's display name. */
const FEED_NAME = 'まなびば';
const END_OF_LINE = '\r\n';

/** RFC 5545 allows no control characters in text except tabs; line breaks are escaped. */
const plainText = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** Reads the sender of mails: まなびば <noreply@example.jp>, or an address alone. */
export function senderOf(from: string): CalendarPerson {
  const [, name = '', email = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? [];
  return { name: name.replaceAll('"', '') || email, email };
}

export type CalendarFiles = ReturnType<typeof createCalendarFiles>;

/** Calendar files (RFC 5545). Times are in Japan's time zone, with its rules; an entry keeps the same UID forever. */
export function createCalendarFiles({ publicUrl, organizer }: { publicUrl: string; organizer: CalendarPerson }) {
  const host = new URL(publicUrl).hostname;

  function calendar(method: ICalCalendarMethod): ICalCalendar {
    return ical({
      prodId: { company: 'Manabiba', product: 'Calendar', language: 'JA' },
      method,
      // A time zone on the calendar would also apply to DTSTAMP, which must be UTC.
      timezone: { name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? '' },
    });
  }

  function add(to: ICalCalendar, entry: CalendarEntry): ICalEvent {
    const url = `${publicUrl}${entry.path}`;
    const description = plainText(entry.description);
    const event = to.createEvent({
      id: `${entry.id}@${host}`,
      sequence: entry.sequence,
      start: new TZDate(entry.startAt, ZONE),
      end: new TZDate(entry.endAt, ZONE),
      timezone: ZONE,
      // RFC 5546 requires one in every file, and a cancellation must have that of what it cancels.
      organizer,
      stamp: entry.changedAt,
      lastModified: entry.changedAt,
      summary: plainText(entry.title),
      description: description === '' ? url : `${description}\n\n${url}`,
      location: url,
      url,
      status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
    if (!entry.isCancelled)
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger: REMINDER_SECONDS,
        description: plainText(entry.title),
      });
    return event;
  }

  // The library omits the end of the last line.
  const toText = (made: ICalCalendar) => `${made.toString()}${END_OF_LINE}`;

  return {
    /**
     * Returns the file of one entry, which adds it to a calendar or removes it. A file in a mail names its reader as
     * `attendee`: mail programs remove the entry only for whom the cancellation is addressed to.
     */
    ofEntry(entry: CalendarEntry, attendee?: CalendarPerson): string {
      const file = calendar(entry.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH);
      const event = add(file, entry);
      // RFC 5546, sections 3.2.1 and 3.2.5: attendees belong in a CANCEL, and must not be in a PUBLISH.
      if (attendee && entry.isCancelled)
        event.createAttendee({ name: plainText(attendee.name), email: attendee.email });
      return toText(file);
    },

    /** Returns a whole calendar, for feed subscribers and for everything that belongs together. */
    ofFeed(entries: readonly CalendarEntry[], name = FEED_NAME): string {
      const file = calendar(ICalCalendarMethod.PUBLISH).name(plainText(name)).ttl(FEED_TTL_SECONDS);
      for (const entry of entries) add(file, entry);
      return toText(file);
    },
  };
}
