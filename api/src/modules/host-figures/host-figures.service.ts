import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  ArchiveFigures,
  ClassFigures,
  FiguresDays,
  getHostFigures,
  GroupSize,
  HostFigures,
  listArchiveFigures,
  listClassFigures,
  PeopleShare,
} from '@manabiba/shared/contract/host-figures';
import { MAX_CLASSES_IN_FIGURES, SMALLEST_GROUP } from '@manabiba/shared/contract/limits';
import { subDays } from 'date-fns';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import type { Clock } from '../../platform/clock';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { toRatingAverage } from '../ratings/rating-average';
import type { ArchiveFiguresRow, ClassFiguresRow, HostFiguresRepository } from './host-figures.repository';
import { fallingSizes, groupSize, partSize } from './suppression';

export type HostFiguresService = ReturnType<typeof createHostFiguresService>;

/** Statistics of a host's classes and archives, without revealing groups of fewer than five people. */
export function createHostFiguresService({ figures, clock }: { figures: HostFiguresRepository; clock: Clock }) {
  const sinceOf = (days: FiguresDays | undefined) => (days === undefined ? null : subDays(clock.now(), Number(days)));

  return {
    async totals(
      viewer: SignedInViewer,
      { days }: z.output<typeof getHostFigures.query>,
    ): Promise<EndpointOutput<typeof getHostFigures>> {
      const rows = await figures.listClasses({
        hostId: viewer.id,
        since: sinceOf(days),
        after: null,
        limit: MAX_CLASSES_IN_FIGURES,
      });
      return toTotals(rows);
    },

    async classes(
      viewer: SignedInViewer,
      { days, cursor, limit }: z.output<typeof listClassFigures.query>,
    ): Promise<EndpointOutput<typeof listClassFigures>> {
      const rows = await figures.listClasses({
        hostId: viewer.id,
        since: sinceOf(days),
        after: positionOf(cursor),
        limit: limit + 1,
      });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.start_micros, id: row.id }));
      return { items: shown.map(toClassFigures), nextCursor };
    },

    async archives(
      viewer: SignedInViewer,
      { cursor, limit }: z.output<typeof listArchiveFigures.query>,
    ): Promise<EndpointOutput<typeof listArchiveFigures>> {
      const rows = await figures.listArchives({ hostId: viewer.id, after: positionOf(cursor), limit: limit + 1 });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.published_micros, id: row.id }));
      return { items: shown.map(toArchiveFigures), nextCursor };
    },
  };
}

function toClassFigures(row: ClassFiguresRow): ClassFigures {
  const { id, name, start_at: startAt, joined, median_seconds: median, stayed, returning } = row;
  return {
    id,
    name,
    startAt: startAt.toISOString(),
    joined: groupSize(joined),
    medianSeconds: median === null || joined < SMALLEST_GROUP ? null : Math.round(median),
    stayed: partSize(stayed, joined),
    returning: partSize(returning, joined),
    rating: {
      count: groupSize(row.rating_count ?? 0),
      average: (row.rating_count ?? 0) < SMALLEST_GROUP ? null : (toRatingAverage(row)?.average ?? null),
    },
  };
}

function toArchiveFigures(row: ArchiveFiguresRow): ArchiveFigures {
  const { id, title, published_at: publishedAt, duration_seconds: durationSeconds, viewers, reached } = row;
  return {
    id,
    title,
    publishedAt: publishedAt.toISOString(),
    durationSeconds,
    viewers: groupSize(viewers),
    reached: viewers < SMALLEST_GROUP ? null : fallingSizes(viewers, reached),
  };
}

/** Adds up what the list of classes shows, and nothing else: the difference of a total and the list reveals nothing. */
function toTotals(rows: readonly ClassFiguresRow[]): HostFigures {
  const classes = rows.map(toClassFigures);
  const median = rows[0]?.overall_median_seconds ?? null;
  const rated = rows.filter(({ rating_count: count }) => (count ?? 0) >= SMALLEST_GROUP);
  return {
    classCount: classes.length,
    smallClassCount: classes.filter(({ joined }) => joined === 'few').length,
    joined: sum(classes.map(({ joined }) => numberOf(joined))),
    medianSeconds: median === null ? null : Math.round(median),
    stayed: shareOf(classes, ({ stayed }) => stayed),
    returning: shareOf(classes, ({ returning }) => returning),
    rating: toRatingAverage({
      rating_count: sum(rated.map(({ rating_count: count }) => count ?? 0)),
      star_total: sum(rated.map(({ star_total: stars }) => stars ?? 0)),
    }),
  };
}

/** The part of the participants, of the classes that show both numbers. */
function shareOf(classes: readonly ClassFigures[], partOf: (figures: ClassFigures) => GroupSize): PeopleShare {
  const known = classes.filter((figures) => typeof partOf(figures) === 'number');
  const whole = sum(known.map(({ joined }) => numberOf(joined)));
  return whole === 0 ? null : { part: sum(known.map((figures) => numberOf(partOf(figures)))), whole };
}

const numberOf = (size: GroupSize) => (typeof size === 'number' ? size : 0);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
