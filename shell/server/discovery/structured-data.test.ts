import { anArchive } from '@manabiba/shared/testing/archive-builders';
import {
  aClassroom,
  aClassroomDetail,
  anEvent,
  aProfessional,
  aProfile,
  aTicketType,
  aUser,
} from '@manabiba/shared/testing/builders';
import { aSeries, aSeriesDate, aSeriesTicket } from '@manabiba/shared/testing/series-builders';
import * as z from 'zod/mini';

import type { PageSubject } from './page-subject';
import { structuredDataOf, structuredDataOfSite } from './structured-data';

const ORIGIN = 'https://manabiba.example';

/*
 * The properties that search engines require of each type (developers.google.com/search/docs/appearance), with the
 * forms that schema.org gives their values.
 */
const url = z.string().check(z.regex(/^https:\/\/manabiba\.example\//));
const moment = z.iso.datetime({ offset: true });
const text = z.string().check(z.minLength(1));
const person = z.object({ '@type': z.enum(['Person', 'Organization']), name: text, url });
const offer = z.object({
  '@type': z.literal('Offer'),
  price: z.number().check(z.minimum(0)),
  priceCurrency: z.literal('JPY'),
  availability: z.enum(['https://schema.org/InStock', 'https://schema.org/SoldOut']),
  url,
});
const occasion = {
  name: text,
  description: text,
  startDate: moment,
  endDate: moment,
  eventStatus: z.enum(['https://schema.org/EventScheduled', 'https://schema.org/EventCancelled']),
  eventAttendanceMode: z.literal('https://schema.org/OnlineEventAttendanceMode'),
  location: z.object({ '@type': z.literal('VirtualLocation'), url }),
  organizer: person,
  image: z.optional(url),
  offers: z.optional(z.union([offer, z.array(offer)])),
};
const courseInstance = z.object({
  '@type': z.literal('CourseInstance'),
  courseMode: z.literal('Online'),
  courseWorkload: z.string().check(z.regex(/^PT\d+M$/)),
  startDate: moment,
  instructor: person,
});
const schemas = {
  Event: z.object(occasion),
  EducationEvent: z.object({ ...occasion, image: url }),
  Course: z.object({
    name: text,
    description: text,
    provider: person,
    hasCourseInstance: z.union([courseInstance, z.array(courseInstance).check(z.minLength(1))]),
  }),
  VideoObject: z.object({
    name: text,
    description: text,
    thumbnailUrl: url,
    uploadDate: moment,
    duration: z.string().check(z.regex(/^PT\d+S$/)),
  }),
  ProfilePage: z.object({ mainEntity: person }),
  WebSite: z.object({ name: text, url }),
  BreadcrumbList: z.object({
    itemListElement: z
      .array(z.object({ '@type': z.literal('ListItem'), position: z.int(), name: text, item: url }))
      .check(z.minLength(2)),
  }),
};
type TypeName = keyof typeof schemas;

function typesOf(data: { '@graph': unknown[] }): TypeName[] {
  return data['@graph'].map((thing) => {
    const type = z.object({ '@type': z.enum(Object.keys(schemas) as TypeName[]) }).parse(thing)['@type'];
    schemas[type].parse(thing);
    return type;
  });
}
const ofSubject = (subject: PageSubject) => structuredDataOf(subject, ORIGIN);

const subjects: Record<PageSubject['kind'], PageSubject> = {
  classroom: { kind: 'classroom', classroom: aClassroomDetail({ description: '' }) },
  event: { kind: 'event', event: anEvent({ description: '', imageUrl: '/media/covers/3.webp' }) },
  archive: {
    kind: 'archive',
    archive: anArchive({ description: '', thumbnailUrl: '/v1/archive_media/a/1/poster.jpg', durationSeconds: 61.4 }),
  },
  series: { kind: 'series', series: aSeries() },
  user: { kind: 'user', user: aProfile({ isProfessional: true }) },
  category: { kind: 'category', category: { id: 'cat_math', name: '数学', interests: [], order: 1 } },
};

it.each([
  ['classroom', ['EducationEvent', 'Course', 'BreadcrumbList']],
  ['event', ['Event', 'BreadcrumbList']],
  ['archive', ['VideoObject', 'BreadcrumbList']],
  ['series', ['Course', 'BreadcrumbList']],
  ['user', ['ProfilePage', 'BreadcrumbList']],
  ['category', ['BreadcrumbList']],
] as const)('describes a page about a %s with what search engines require', (kind, types) => {
  expect(typesOf(ofSubject(subjects[kind]))).toEqual(types);
});

it('states the average rating of what has stars, and of no person', () => {
  const rating = { average: 4.25, count: 8 };
  const stars = { '@type': 'AggregateRating', ratingValue: 4.25, ratingCount: 8, bestRating: 5, worstRating: 1 };
  const [session, course] = ofSubject({ kind: 'classroom', classroom: aClassroomDetail({ state: 'ended', rating }) })[
    '@graph'
  ];
  const [event] = ofSubject({ kind: 'event', event: anEvent({ state: 'ended', rating }) })['@graph'];
  const [video] = ofSubject({ kind: 'archive', archive: anArchive({ thumbnailUrl: '/a.jpg', rating }) })['@graph'];
  for (const thing of [session, course, event, video]) expect(thing).toMatchObject({ aggregateRating: stars });
  const person = ofSubject({ kind: 'user', user: aProfile({ isProfessional: true, rating }) });
  expect(JSON.stringify(person)).not.toContain('aggregateRating');
  expect(JSON.stringify(ofSubject(subjects.event))).not.toContain('aggregateRating');
});

it('offers a series with its image while it has a date ahead', () => {
  const of = (state: 'scheduled' | 'ended') => {
    const dates = [aSeriesDate({ classroom: aClassroom({ state }) })];
    return ofSubject({ kind: 'series', series: aSeries({ dates }) })['@graph'][0];
  };
  expect(of('scheduled')).toMatchObject({
    isAccessibleForFree: true,
    offers: [{ price: 0 }],
    image: expect.stringContaining('/v1/series/'),
  });
  expect(of('ended')).not.toHaveProperty('offers');
});

it('offers the events of a series at their price, on their own pages', () => {
  const classroom = aClassroom({ eventId: 'evt_1' });
  const dates = (['on_sale', 'sold_out', 'ended'] as const).map((state, index) =>
    aSeriesDate({ classroom, ticket: aSeriesTicket({ eventId: `evt_${index}`, price: 1500, state }) }),
  );
  const [course] = ofSubject({ kind: 'series', series: aSeries({ dates }) })['@graph'];
  expect(course).not.toHaveProperty('isAccessibleForFree');
  expect(course).toMatchObject({
    offers: [
      { price: 1500, url: `${ORIGIN}/events/evt_0`, availability: 'https://schema.org/InStock' },
      { price: 1500, availability: 'https://schema.org/SoldOut' },
    ],
    hasCourseInstance: [{ url: `${ORIGIN}/events/evt_1` }, {}, {}],
  });
});

it('describes the site with its search', () => {
  expect(typesOf(structuredDataOfSite(ORIGIN))).toEqual(['WebSite']);
  expect(JSON.stringify(structuredDataOfSite(ORIGIN))).toContain(`${ORIGIN}/search?q={search_term_string}`);
});

it('says that a cancelled classroom is cancelled and offers nothing that is over', () => {
  const of = (state: 'scheduled' | 'ended' | 'cancelled') =>
    ofSubject({ kind: 'classroom', classroom: aClassroomDetail({ state }) })['@graph'][0];
  expect(of('scheduled')).toMatchObject({ eventStatus: 'https://schema.org/EventScheduled', offers: { price: 0 } });
  expect(of('cancelled')).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
  expect(of('cancelled')).not.toHaveProperty('offers');
  expect(of('ended')).not.toHaveProperty('offers');
});

it('offers the tickets that anyone can buy, with their price and whether seats are left', () => {
  const tickets = [
    aTicketType({ name: '一般', kind: 'general', price: 1500, quota: 10, sold: 9, held: 1 }),
    aTicketType({ name: '学生', kind: 'student', price: 0, quota: null }),
    aTicketType({ name: '招待', kind: 'invited', price: 0 }),
    aTicketType({ name: 'プラン会員', kind: 'premium', price: 0 }),
  ];
  const event = anEvent({
    state: 'open',
    tickets,
    organizer: aProfessional({ orgName: '森の教室' }),
    speakers: [aUser({ nickname: '森 実紀' })],
  });
  expect(ofSubject({ kind: 'event', event })['@graph'][0]).toMatchObject({
    organizer: { name: '森の教室' },
    performer: [{ name: '森 実紀' }],
    offers: [
      { name: '一般', price: 1500, availability: 'https://schema.org/SoldOut' },
      { name: '学生', price: 0, availability: 'https://schema.org/InStock' },
    ],
  });
});

it('describes no video without an image or before its publication', () => {
  const types = (changes: Parameters<typeof anArchive>[0]) =>
    typesOf(ofSubject({ kind: 'archive', archive: anArchive(changes) }));
  expect(types({ thumbnailUrl: null })).toEqual(['BreadcrumbList']);
  expect(types({ thumbnailUrl: '/poster.jpg', publishedAt: null })).toEqual(['BreadcrumbList']);
});

it('names the places above a page in order', () => {
  expect(ofSubject(subjects.category)['@graph'][0]).toMatchObject({
    itemListElement: [
      { position: 1, name: 'まなびば', item: `${ORIGIN}/` },
      { position: 2, name: 'アーカイブ', item: `${ORIGIN}/archives` },
      { position: 3, name: '数学', item: `${ORIGIN}/categories/cat_math` },
    ],
  });
});
