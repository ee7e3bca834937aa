import type { Archive } from '@manabiba/shared/contract/archives';
import type { UserProfile } from '@manabiba/shared/contract/users';
import { paths } from '@manabiba/shared/navigation/paths';
import type { BreadcrumbList, InteractionCounter, ProfilePage, VideoObject, WebSite } from 'schema-dts';

import { linkCardOf } from './link-card';
import type { PageSubject } from './page-subject';
import {
  type AbsoluteUrl,
  type Occasion,
  ofClassroom,
  ofEvent,
  ofSeries,
  personOf,
  ratedBy,
  SITE_NAME,
} from './structured-occasions';

type Thing = Occasion | VideoObject | ProfilePage | WebSite | BreadcrumbList;

/** schema.org data of one page, for `<script type="application/ld+json">`. */
export interface StructuredData {
  '@context': 'https://schema.org';
  '@graph': Thing[];
}

/**
 * Describes what a page is about in schema.org's words. `publicUrl` is the origin of this installation. It repeats what
 * the page shows to everyone and nothing else.
 */
export function structuredDataOf(subject: PageSubject, publicUrl: string): StructuredData {
  const urlOf: AbsoluteUrl = (path) => new URL(path, publicUrl).href;
  return { '@context': 'https://schema.org', '@graph': thingsOf(subject, urlOf) };
}

/** Describes the product on its top page, with its search. */
export function structuredDataOfSite(publicUrl: string): StructuredData {
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}${paths.search.pattern}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  } as const;
  const site: WebSite = {
    '@type': 'WebSite',
    name: SITE_NAME,
    url: new URL('/', publicUrl).href,
    inLanguage: 'ja',
    potentialAction: search,
  };
  return { '@context': 'https://schema.org', '@graph': [site] };
}

function thingsOf(subject: PageSubject, urlOf: AbsoluteUrl): Thing[] {
  switch (subject.kind) {
    case 'classroom': {
      const { id, name } = subject.classroom;
      const page = { name, path: paths.classroom.href({ id }) };
      return [...ofClassroom(subject.classroom, urlOf), breadcrumbs([paths.classrooms], page, urlOf)];
    }
    case 'event': {
      const { id, title } = subject.event;
      return [
        ofEvent(subject.event, urlOf),
        breadcrumbs([paths.events], { name: title, path: paths.event.href({ id }) }, urlOf),
      ];
    }
    case 'archive': {
      const { id, title } = subject.archive;
      const page = { name: title, path: paths.archive.href({ id }) };
      return [...ofArchive(subject.archive, urlOf), breadcrumbs([paths.archives], page, urlOf)];
    }
    case 'series': {
      const { id, title } = subject.series;
      const page = { name: title, path: paths.series.href({ id }) };
      return [ofSeries(subject.series, urlOf), breadcrumbs([paths.classrooms], page, urlOf)];
    }
    case 'user': {
      const { id, nickname } = subject.user;
      const page = { name: nickname, path: paths.user.href({ id }) };
      return [ofUser(subject.user, urlOf), breadcrumbs([paths.professionals], page, urlOf)];
    }
    case 'category': {
      const { id, name } = subject.category;
      return [breadcrumbs([paths.archives], { name, path: paths.category.href({ id }) }, urlOf)];
    }
  }
}

/** Search engines require an image for a video and ignore one without. */
function ofArchive(archive: Archive, urlOf: AbsoluteUrl): VideoObject[] {
  const { id, title, host, thumbnailUrl, durationSeconds, publishedAt, access, watchCount, rating } = archive;
  if (thumbnailUrl === null || publishedAt === null) return [];
  return [
    {
      '@type': 'VideoObject',
      name: title,
      description: archive.description || linkCardOf({ kind: 'archive', archive }).text,
      url: urlOf(paths.archive.href({ id })),
      inLanguage: 'ja',
      thumbnailUrl: urlOf(thumbnailUrl),
      uploadDate: publishedAt,
      duration: `PT${Math.round(durationSeconds)}S`,
      creator: personOf(host, urlOf),
      isAccessibleForFree: access === 'public' || access === 'signed_in',
      interactionStatistic: counter('WatchAction', watchCount),
      ...ratedBy(rating),
    },
  ];
}

function ofUser(user: UserProfile, urlOf: AbsoluteUrl): ProfilePage {
  return {
    '@type': 'ProfilePage',
    url: urlOf(paths.user.href({ id: user.id })),
    dateCreated: user.createdAt,
    mainEntity: {
      ...personOf(user, urlOf),
      ...(user.introduction ? { description: user.introduction } : {}),
      ...(user.avatarUrl ? { image: urlOf(user.avatarUrl) } : {}),
      ...(user.job ? { jobTitle: user.job } : {}),
      interactionStatistic: counter('FollowAction', user.followerCount),
    },
  };
}

const counter = (action: 'WatchAction' | 'FollowAction', count: number) =>
  ({
    '@type': 'InteractionCounter',
    interactionType: { '@type': action },
    userInteractionCount: count,
  }) as const satisfies InteractionCounter;

function breadcrumbs(
  above: ReadonlyArray<{ part: string; pattern: string }>,
  page: { name: string; path: string },
  urlOf: AbsoluteUrl,
): BreadcrumbList {
  const trail = [
    { name: SITE_NAME, path: '/' },
    ...above.map(({ part, pattern }) => ({ name: part, path: pattern })),
    page,
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urlOf(path),
    })),
  };
}
