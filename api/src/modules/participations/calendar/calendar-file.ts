import ical, { ICalAlarmType, type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { DateTime } from 'luxon';
import { tzlib_get_ical_block } from 'timezones-ical-library';

/** What a calendar entry tells of an event. */
export interface CalendarEntry {
  eventId: string;
  title: string;
  description: string;
  startAt: Date;
  endAt: Date;
  /** Rises whenever the time moves and when the event is cancelled: calendars keep the highest. */
  sequence: number;
  changedAt: Date;
  /** It does not take place, or the person does not take part any more. */
  isCancelled: boolean;
}

const ZONE = 'Asia/Tokyo';
/** How long before the start a calendar reminds of it, in seconds. */
const REMINDER_SECONDS = 10 * 60;
/** How often a calendar that follows the feed should look again, in seconds. */
const FEED_TTL_SECONDS = 3600;
/** The calendar's name, where it has one. */
const FEED_NAME = 'まなびば';
const END_OF_LINE = '\r\n';

const inJapan = (time: Date) => DateTime.fromJSDate(time, { zone: ZONE });

/** RFC 5545 allows no control characters in text but tabs; line breaks are escaped. */
const plainText = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

export type CalendarFiles = ReturnType<typeof createCalendarFiles>;

/** Calendar files (RFC 5545). Times are Japan's, with the rules of its zone; an entry is known by the same UID for ever. */
export function createCalendarFiles({ publicUrl }: { publicUrl: string }) {
  const host = new URL(publicUrl).hostname;

  function calendar(method: ICalCalendarMethod): ICalCalendar {
    return ical({
      prodId: { company: 'Manabiba', product: 'Calendar', language: 'JA' },
      method,
      // Of the calendar it would be the zone of DTSTAMP as well, which must be UTC.
      timezone: { name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? '' },
    });
  }

  function add(to: ICalCalendar, entry: CalendarEntry): void {
    const url = `${publicUrl}/events/${entry.eventId}`;
    const description = plainText(entry.description);
    const event = to.createEvent({
      id: `${entry.eventId}@${host}`,
      sequence: entry.sequence,
      start: inJapan(entry.startAt),
      end: inJapan(entry.endAt),
      timezone: ZONE,
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
  }

  // The library leaves out the end of the last line.
  const toText = (made: ICalCalendar) => `${made.toString()}${END_OF_LINE}`;

  return {
    /** The file of one event: it is put into a calendar, or taken out of it. */
    ofEvent(entry: CalendarEntry): string {
      const file = calendar(entry.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH);
      add(file, entry);
      return toText(file);
    },

    /** A whole calendar, for those who follow its address. */
    ofFeed(entries: readonly CalendarEntry[]): string {
      const file = calendar(ICalCalendarMethod.PUBLISH).name(FEED_NAME).ttl(FEED_TTL_SECONDS);
      for (const entry of entries) add(file, entry);
      return toText(file);
    },
  };
}
