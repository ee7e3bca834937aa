import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { MAX_STARS } from '@manabiba/shared/contract/limits';
import type { RatingAverage } from '@manabiba/shared/contract/rating-average';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import type { User } from '@manabiba/shared/contract/users';
import { paths } from '@manabiba/shared/navigation/paths';
import type { AggregateRating, Course, EducationEvent, Event, Offer, Organization, Person } from 'schema-dts';

import { linkCardOf } from './link-card';

export const SITE_NAME = 'まなびば';

/** What takes place at a fixed time, as schema.org names it. */
export type Occasion = Course | EducationEvent | Event;

/** Builds absolute URLs of this installation. */
export type AbsoluteUrl = (path: string) => string;

/** A classroom is one free session of a course, at a fixed time. */
export function ofClassroom(classroom: ClassroomDetail, urlOf: AbsoluteUrl): [EducationEvent, Course] {
  const { id, name, host, startAt, endAt, state, rating } = classroom;
  const url = urlOf(paths.classroom.href({ id }));
  const { text, imageUrl } = linkCardOf({ kind: 'classroom', classroom });
  const description = classroom.description || text;
  const free = freeOf(url);
  const shared = { name, description, url, inLanguage: 'ja', isAccessibleForFree: true } as const;
  const isAhead = state === 'scheduled' || state === 'live';
  return [
    {
      '@type': 'EducationEvent',
      ...shared,
      ...(imageUrl ? { image: urlOf(imageUrl) } : {}),
      ...online(url, state === 'cancelled'),
      startDate: startAt,
      endDate: endAt,
      organizer: personOf(host, urlOf),
      performer: personOf(host, urlOf),
      ...(isAhead ? { offers: free } : {}),
      ...ratedBy(rating),
    },
    {
      '@type': 'Course',
      ...shared,
      provider: provider(urlOf),
      ...(isAhead ? { offers: free } : {}),
      ...ratedBy(rating),
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: `PT${classroom.minutes}M`,
        startDate: startAt,
        endDate: endAt,
        instructor: personOf(host, urlOf),
      },
    },
  ];
}

const freeOf = (url: string) =>
  ({
    '@type': 'Offer',
    price: 0,
    priceCurrency: 'JPY',
    category: 'Free',
    url,
    availability: 'https://schema.org/InStock',
  }) as const satisfies Offer;

/** The tickets of events that are dates of a series and not over. */
const ticketsOf = (dates: SeriesDetail['dates'], urlOf: AbsoluteUrl): Offer[] =>
  dates.flatMap(({ ticket }) =>
    ticket && ticket.state !== 'ended'
      ? offerOf({ ...ticket, isSoldOut: ticket.state === 'sold_out' }, urlOf(paths.event.href({ id: ticket.eventId })))
      : [],
  );

/** A series is a course with one instance for each date that takes place. */
export function ofSeries(series: SeriesDetail, urlOf: AbsoluteUrl): Course {
  const { id, title, description, host, dates } = series;
  const url = urlOf(paths.series.href({ id }));
  const { text, imageUrl } = linkCardOf({ kind: 'series', series });
  const ahead = dates.filter(({ classroom: { state } }) => state === 'scheduled' || state === 'live');
  const isAhead = ahead.length > 0;
  const hasClass = ahead.some(({ classroom }) => classroom.eventId === null);
  return {
    '@type': 'Course',
    name: title,
    description: description || text,
    url,
    inLanguage: 'ja',
    ...(dates.every(({ classroom }) => classroom.eventId === null) ? { isAccessibleForFree: true } : {}),
    ...(imageUrl ? { image: urlOf(imageUrl) } : {}),
    provider: provider(urlOf),
    ...(isAhead ? { offers: [...(hasClass ? [freeOf(url)] : []), ...ticketsOf(dates, urlOf)] } : {}),
    hasCourseInstance: dates
      .filter(({ number }) => number !== null)
      .map(({ classroom: { id: classroomId, eventId, name, minutes, startAt, endAt } }) => ({
        '@type': 'CourseInstance',
        name,
        url: urlOf(eventId === null ? paths.classroom.href({ id: classroomId }) : paths.event.href({ id: eventId })),
        courseMode: 'Online',
        courseWorkload: `PT${minutes}M`,
        startDate: startAt,
        endDate: endAt,
        instructor: personOf(host, urlOf),
      })),
  };
}

export function ofEvent(event: ClassroomEvent, urlOf: AbsoluteUrl): Event {
  const { id, title, organizer, speakers, startAt, endAt, state, tickets, rating } = event;
  const url = urlOf(paths.event.href({ id }));
  const { text, imageUrl } = linkCardOf({ kind: 'event', event });
  const isAhead = state === 'published' || state === 'open' || state === 'live';
  return {
    '@type': 'Event',
    name: title,
    description: event.description || text,
    url,
    inLanguage: 'ja',
    ...(imageUrl ? { image: urlOf(imageUrl) } : {}),
    ...online(url, state === 'cancelled'),
    startDate: startAt,
    endDate: endAt,
    organizer: { '@type': 'Organization', name: organizer.orgName, url: urlOf(paths.user.href({ id: organizer.id })) },
    performer: speakers.map((speaker) => personOf(speaker, urlOf)),
    ...ratedBy(rating),
    // Invitations and the plan's own tickets have no price that anyone could pay.
    ...(isAhead
      ? {
          offers: tickets
            .filter(({ kind }) => kind === 'general' || kind === 'student')
            .map((ticket) => saleOf(ticket, url)),
        }
      : {}),
  };
}

const saleOf = ({ name, price, quota, sold, held, saleStartAt, saleEndAt }: TicketType, url: string) => ({
  ...offerOf({ name, price, isSoldOut: quota !== null && sold + held >= quota }, url),
  validFrom: saleStartAt,
  validThrough: saleEndAt,
});

const offerOf = ({ name, price, isSoldOut }: { name: string; price: number; isSoldOut: boolean }, url: string) =>
  ({
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'JPY',
    url,
    availability: isSoldOut ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
  }) as const satisfies Offer;

/**
 * The rating by people who attended or watched. Search engines accept it for events, courses and media objects, not for
 * persons: https://developers.google.com/search/docs/appearance/structured-data/review-snippet
 */
export const ratedBy = (rating: RatingAverage): { aggregateRating?: AggregateRating } =>
  rating
    ? {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          ratingCount: rating.count,
          bestRating: MAX_STARS,
          worstRating: 1,
        },
      }
    : {};

export const personOf = ({ id, nickname }: Pick<User, 'id' | 'nickname'>, urlOf: AbsoluteUrl) =>
  ({ '@type': 'Person', name: nickname, url: urlOf(paths.user.href({ id })) }) as const satisfies Person;

const provider = (urlOf: AbsoluteUrl): Organization => ({ '@type': 'Organization', name: SITE_NAME, url: urlOf('/') });

const online = (url: string, isCancelled: boolean) =>
  ({
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: isCancelled ? 'https://schema.org/EventCancelled' : 'https://schema.org/EventScheduled',
    location: { '@type': 'VirtualLocation', url },
  }) as const;
