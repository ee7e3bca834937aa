import type { Subscription } from '@manabiba/shared/contract/plans';
import type { Participation } from '@manabiba/shared/contract/tickets';

/** The domain events, by name, each with its payload. */
export interface DomainEvents {
  /** Somebody follows a person for the first time. */
  userFollowed: { followerId: string; followeeId: string };
  /** A public classroom was created. */
  classroomCreated: { classroomId: string; hostId: string };
  /** Somebody reserved a seat and lets their followers know. */
  classroomReserved: { classroomId: string; userId: string };
  /** A scheduled classroom starts at another time; both times are ISO 8601. */
  classroomRescheduled: { classroomId: string; from: string; to: string };
  classroomCancelled: { classroomId: string };
  classroomStarted: { classroomId: string };
  /** Somebody has a seat for sure. */
  participationConfirmed: OfParticipation;
  /** A hold, an offer or a place in a waiting list is over without a seat. */
  participationExpired: OfParticipation;
  /** A participation was ended by somebody; `refund` is what goes back, in yen. */
  participationCancelled: OfParticipation & { reason: CancelReason; refund: number };
  /** The first of a waiting list may have a seat. */
  seatOffered: OfParticipation;
  /** The money of a participation is back. */
  participationRefunded: OfParticipation;
  /** Somebody who had bought without an account has taken the ticket over with one. */
  guestTicketClaimed: OfParticipation & { userId: string };
  eventPublished: { eventId: string };
  /** A published event takes place at another time; both starts are ISO 8601. */
  eventRescheduled: { eventId: string; from: string; to: string };
  eventCancelled: { eventId: string };
  /** People with a ticket may come in. */
  eventOpened: { eventId: string };
  eventStarted: { eventId: string };
  eventEnded: { eventId: string };
  /** Somebody has a plan from now on, be it in a trial. */
  subscriptionStarted: OfSubscription;
  /** A payment for a plan failed; it is tried again. */
  subscriptionPaymentFailed: OfSubscription;
  /** What was open for a plan has been paid. */
  subscriptionRecovered: OfSubscription;
  /** Somebody has no plan any more. */
  subscriptionEnded: OfSubscription & { reason: NonNullable<Subscription['endReason']> };
}

interface OfSubscription {
  subscriptionId: string;
  userId: string;
}

interface OfParticipation {
  participationId: string;
  eventId: string;
}
type CancelReason = NonNullable<Participation['cancelReason']>;
export type DomainEventName = keyof DomainEvents;

/** What an event is about. Events about one subject are delivered in the order in which they were published. */
export const subjects: { [N in DomainEventName]: (payload: DomainEvents[N]) => string } = {
  userFollowed: ({ followeeId }) => followeeId,
  classroomCreated: ({ classroomId }) => classroomId,
  classroomReserved: ({ classroomId }) => classroomId,
  classroomRescheduled: ({ classroomId }) => classroomId,
  classroomCancelled: ({ classroomId }) => classroomId,
  classroomStarted: ({ classroomId }) => classroomId,
  participationConfirmed: ({ participationId }) => participationId,
  participationExpired: ({ participationId }) => participationId,
  participationCancelled: ({ participationId }) => participationId,
  seatOffered: ({ participationId }) => participationId,
  participationRefunded: ({ participationId }) => participationId,
  guestTicketClaimed: ({ participationId }) => participationId,
  eventPublished: ({ eventId }) => eventId,
  eventRescheduled: ({ eventId }) => eventId,
  eventCancelled: ({ eventId }) => eventId,
  eventOpened: ({ eventId }) => eventId,
  eventStarted: ({ eventId }) => eventId,
  eventEnded: ({ eventId }) => eventId,
  subscriptionStarted: ({ subscriptionId }) => subscriptionId,
  subscriptionPaymentFailed: ({ subscriptionId }) => subscriptionId,
  subscriptionRecovered: ({ subscriptionId }) => subscriptionId,
  subscriptionEnded: ({ subscriptionId }) => subscriptionId,
};
