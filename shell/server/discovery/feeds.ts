import type { Archive } from '@manabiba/shared/contract/archives';
import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { contract } from '@manabiba/shared/contract/contract';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { type AppPath, paths } from '@manabiba/shared/navigation/paths';
import type { FastifyInstance } from 'fastify';

import type { AskApi } from '../pages/ask-api';
import { refuse } from '../refuse';
import { textElement, xmlDocument } from './xml';

interface FeedItem {
  title: string;
  text: string;
  path: string;
  author: string;
  /** Absent when the api does not return it. */
  publishedAt?: string;
}

/** A feed in the format RSS 2.0. */
interface Feed {
  path: string;
  title: string;
  /** The page with the same list. */
  page: AppPath;
  /** The public api call that lists its items. */
  call: string;
  /** Reads the answer; null when it is not one. */
  itemsOf: (answer: unknown) => FeedItem[] | null;
}

const MAX_AGE_SECONDS = 600;
const inJapan = (moment: string) => formatDateTime(moment, 'Asia/Tokyo');

const ofClassroom = ({ id, name, description, host, startAt, createdAt }: Classroom): FeedItem => ({
  title: name,
  text: `${inJapan(startAt)}から。${description}`,
  path: paths.classroom.href({ id }),
  author: host.nickname,
  publishedAt: createdAt,
});

const ofEvent = ({ id, title, description, organizer, startAt }: ClassroomEvent): FeedItem => ({
  title,
  text: `${inJapan(startAt)}から。${description}`,
  path: paths.event.href({ id }),
  author: organizer.orgName,
});

const ofArchive = ({ id, title, description, host, publishedAt }: Archive): FeedItem => ({
  title,
  text: description,
  path: paths.archive.href({ id }),
  author: host.nickname,
  ...(publishedAt === null ? {} : { publishedAt }),
});

export const feeds: readonly Feed[] = [
  {
    path: '/feeds/classrooms.rss',
    title: 'まなびば これからの教室',
    page: paths.classrooms,
    call: '/v1/classrooms?state=scheduled',
    itemsOf: (answer) => contract.listClassrooms.response.safeParse(answer).data?.items.map(ofClassroom) ?? null,
  },
  {
    path: '/feeds/events.rss',
    title: 'まなびば これからのイベント',
    page: paths.events,
    call: '/v1/events',
    itemsOf: (answer) => contract.listEvents.response.safeParse(answer).data?.items.map(ofEvent) ?? null,
  },
  {
    path: '/feeds/archives.rss',
    title: 'まなびば 新着アーカイブ',
    page: paths.archives,
    call: '/v1/archives',
    itemsOf: (answer) => contract.listArchives.response.safeParse(answer).data?.items.map(ofArchive) ?? null,
  },
];

/** Returns the feed with the items of a list page. */
export const feedOf = (pattern: string | undefined): Feed | undefined =>
  feeds.find(({ page }) => page.pattern === pattern);

/** Serves the feeds. While the api is unreachable they answer 503, and readers keep what they have. */
export function serveFeeds(app: FastifyInstance, { askApi, publicUrl }: { askApi: AskApi; publicUrl: string }): void {
  for (const feed of feeds) {
    app.get(feed.path, async (request, reply) => {
      const { body } = await askApi({ method: 'GET', path: feed.call, address: request.ip });
      const items = feed.itemsOf(body);
      if (!items) return refuse(reply.header('retry-after', '60'), 'unavailable');
      return reply
        .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
        .type('application/rss+xml; charset=utf-8')
        .send(feedXml(feed, items, publicUrl));
    });
  }
}

function feedXml({ path, title, page }: Feed, items: readonly FeedItem[], publicUrl: string): string {
  const urlOf = (place: string) => new URL(place, publicUrl).href;
  return xmlDocument(
    [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
      '<channel>',
      textElement('title', title),
      textElement('link', urlOf(page.pattern)),
      textElement('description', `${title}の一覧です。`),
      textElement('language', 'ja'),
      `<atom:link rel="self" type="application/rss+xml" href="${urlOf(path)}"/>`,
      ...items.map((item) => itemXml(item, urlOf)),
      '</channel>',
      '</rss>',
    ].join('\n'),
  );
}

const itemXml = ({ title, text, path, author, publishedAt }: FeedItem, urlOf: (path: string) => string) =>
  [
    '<item>',
    textElement('title', title),
    textElement('link', urlOf(path)),
    textElement('guid', urlOf(path)),
    textElement('dc:creator', author),
    textElement('description', text),
    ...(publishedAt === undefined ? [] : [textElement('pubDate', new Date(publishedAt).toUTCString())]),
    '</item>',
  ].join('');
