import {
  type EventRight,
  mayInEvent,
  mayInSeries,
  type SeriesRight,
  type TeamAccess,
} from '@manabiba/shared/contract/team-rights';

import { type TeamSubjects, teamSubjects } from './team-subjects.repository';

/** What every kind of team distinguishes. */
export type TeamRight = EventRight & SeriesRight;

/** A kind of thing that has a team. */
export interface TeamKind<Right extends string> {
  name: 'event' | 'series';
  /** The column of its id in the tables of teams. */
  column: 'event_id' | 'series_id';
  noun: string;
  subjects: TeamSubjects;
  may(access: TeamAccess, right: Right): boolean;
}

export const eventKind: TeamKind<EventRight> = {
  name: 'event',
  column: 'event_id',
  noun: 'イベント',
  subjects: teamSubjects.event,
  may: mayInEvent,
};

export const seriesKind: TeamKind<SeriesRight> = {
  name: 'series',
  column: 'series_id',
  noun: '連続講座',
  subjects: teamSubjects.series,
  may: mayInSeries,
};
