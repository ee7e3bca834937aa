import type { NotificationKind } from '@manabiba/shared/contract/notifications';

import type { DomainEventName } from '../../../messages/domain-event-map';
import { changeClassroomTime } from './change-classroom-time';
import { classroomCreatedByFollow } from './classroom-created-by-follow';
import { classroomReservedByFollow } from './classroom-reserved-by-follow';
import type { KindDeclaration } from './declare-kind';
import { eventArchived } from './event-archived';
import { eventOpen } from './event-open';
import { eventStartBeforeFiveMinutes } from './event-start-before-five-minutes';
import { eventStartBeforeOneHour } from './event-start-before-one-hour';
import { hostMessage } from './host-message';
import { management } from './management';
import { organizerMessage } from './organizer-message';
import { ratingAnswered } from './rating-answered';
import { ratingReceived } from './rating-received';
import { reservedClassroomCancelled } from './reserved-classroom-cancelled';
import { reservedClassroomStarted } from './reserved-classroom-started';
import { teamInvitation } from './team-invitation';
import { userFollow } from './user-follow';

/** The declaration of every kind, in the order of the settings table. */
export const kindDeclarations: Readonly<Record<NotificationKind, KindDeclaration>> = {
  reservedClassroomStarted,
  reservedClassroomCancelled,
  changeClassroomTime,
  classroomCreatedByFollow,
  classroomReservedByFollow,
  eventOpen,
  eventStartBeforeOneHour,
  eventStartBeforeFiveMinutes,
  eventArchived,
  organizerMessage,
  hostMessage,
  teamInvitation,
  userFollow,
  ratingReceived,
  ratingAnswered,
  management,
};

/** Returns the kinds that are outdated by a domain event. */
export const kindsOutdatedBy = (name: DomainEventName): NotificationKind[] =>
  Object.values(kindDeclarations).flatMap(({ kind, outdatedBy }) => (outdatedBy === name ? [kind] : []));
