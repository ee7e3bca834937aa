import type { Me } from '@manabiba/shared/contract/users';
import { paths } from '@manabiba/shared/navigation/paths';

import type { PageLocation } from '../../src/server-render';
import type { KnownPage } from '../pages/known-pages';

/**
 * Pages whose main content is the same for nobody and for people; what differs takes no other room. Not among them:
 * /events, where people have a filter more, which may begin another row, /archives, which begins with what one has begun
 * to watch, /plans, and every page about the viewer.
 * Source: docs/decisions/0040.
 */
const SAME_FOR_ALL: ReadonlySet<string> = new Set(
  [
    paths.top,
    paths.classrooms,
    paths.classroom,
    paths.event,
    paths.archive,
    paths.category,
    paths.user,
    paths.professionals,
  ].map(({ pattern }) => pattern),
);

/**
 * Whether a page of this viewer may begin as what is drawn for nobody.
 *
 * Not for people of 12 or under and pupils of partner schools: remotes show them other things by their kind, and they
 * must not see the public ones for a moment. An event's price depends on age and plan. Not for an address with a query, which may hold somebody's key.
 */
export const isDrawnFor = (me: Me | null, { access, pattern }: KnownPage, { search }: PageLocation): boolean =>
  me !== null &&
  me.role !== 'anonymous' &&
  (me.state === 'active' || me.state === 'email_unverified') &&
  me.canCommunicateAge &&
  !me.isPartnerSchoolStudent &&
  access === 'anyone' &&
  search === '' &&
  SAME_FOR_ALL.has(pattern) &&
  (pattern !== paths.event.pattern || !(me.isStudentAge || me.isSubscribed));
