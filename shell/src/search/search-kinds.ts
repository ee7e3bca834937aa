import type { SearchKind, SearchResult } from '@manabiba/shared/contract/search';
import type { AppPath } from '@manabiba/shared/navigation/paths';
import { retiredRouteAt } from '@manabiba/shared/navigation/retired-routes';
import type { Registry } from '@manabiba/shared/page/boot-data';
import { paths, type SlotParams } from '@manabiba/shared/platform';

/** The kinds that have a page to link to, in display order. */
export const shownKinds = [
  { kind: 'classroom', label: '教室' },
  { kind: 'series', label: '連続講座' },
  { kind: 'event', label: 'イベント' },
  { kind: 'archive', label: 'アーカイブ' },
  { kind: 'professional', label: 'プロフェッショナル' },
  { kind: 'person', label: 'ユーザー' },
] as const satisfies readonly { kind: SearchKind; label: string }[];
export type ShownKind = (typeof shownKinds)[number]['kind'];

/** Query parameter of a search in several of them. */
export const kindsQuery = (kinds: ReadonlyArray<{ kind: ShownKind }>) => kinds.map(({ kind }) => kind).join(',');

export interface ShownResult {
  kind: ShownKind;
  id: string;
  title: string;
  /** Distinguishes it from others with the same title. */
  note: string;
  href: string;
}

/** Returns the kinds whose results have a page: not those of a retired remote. */
export const kindsWithPages = (registry: Registry) =>
  shownKinds.filter(({ kind }) => !retiredRouteAt(registry, pagesOf[kind].pattern));

/** Where the results of each kind lead. */
const pagesOf: Record<ShownKind, AppPath> = {
  classroom: paths.classroom,
  series: paths.series,
  event: paths.event,
  archive: paths.archive,
  professional: paths.user,
  person: paths.user,
};

/** Formats a result as one line. */
export function lineOf(result: SearchResult): ShownResult {
  switch (result.kind) {
    case 'classroom': {
      const { id, name, host } = result.classroom;
      return { kind: 'classroom', id, title: name, note: host.nickname, href: paths.classroom.href({ id }) };
    }
    case 'series': {
      const { id, title, host } = result.series;
      return { kind: 'series', id, title, note: host.nickname, href: paths.series.href({ id }) };
    }
    case 'event': {
      const { id, title, organizer } = result.event;
      return { kind: 'event', id, title, note: organizer.nickname, href: paths.event.href({ id }) };
    }
    case 'professional': {
      const { id, nickname, orgName } = result.professional;
      return { kind: 'professional', id, title: nickname, note: orgName, href: paths.user.href({ id }) };
    }
    case 'person': {
      const { id, nickname, job } = result.person;
      return { kind: 'person', id, title: nickname, note: job, href: paths.user.href({ id }) };
    }
    case 'archive': {
      const { id, title, host } = result.archive;
      return { kind: 'archive', id, title, note: host.nickname, href: paths.archive.href({ id }) };
    }
  }
}

/** Returns the results of one kind, as the slot of that kind takes them. */
export const slotParamsOfKind = (results: readonly SearchResult[], kind: ShownKind) =>
  ({
    items: results.flatMap((result) => (result.kind === kind ? [result[kind as never]] : [])),
  }) as SlotParams<`search-results-${ShownKind}`>;
