import type { Me } from '@manabiba/shared/contract/users';
import { paths } from '@manabiba/shared/navigation/paths';

import type { PageLocation } from '../../src/server-render';
import type { KnownPage } from '../pages/known-pages';

/**
 * Pages that look the same signed in and signed out; differences do not shift the layout. Not among them: /events,
 * where signed-in users have one more filter, which may wrap; /archives, which starts with what the user began to
 * watch; /plans; and every page about the viewer. Source: docs/decisions/0040.
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
 * Whether a page of this viewer starts from the anonymous render.
 *
 * Not for users of 12 or under and pupils of partner schools: remotes show them different content, and the public one
 * must not appear for a moment. An event's price depends on age and plan. Not for a URL with a query, which may contain
 * a user's key.
 */
export const startsAsAnonymousRender = (
  me: Me | null,
  { access, pattern }: KnownPage,
  { search }: PageLocation,
): boolean =>
  me !== null &&
  me.role !== 'anonymous' &&
  (me.state === 'active' || me.state === 'email_unverified') &&
  me.canCommunicateAge &&
  !me.isPartnerSchoolStudent &&
  access === 'anyone' &&
  search === '' &&
  SAME_FOR_ALL.has(pattern) &&
  (pattern !== paths.event.pattern || !(me.isStudentAge || me.isSubscribed));
