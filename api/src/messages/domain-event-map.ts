import type { Subscription } from '@manabiba/shared/contract/plans';
import type { Participation } from '@manabiba/shared/contract/tickets';

/** The domain events, by name, each with its payload. */
export interface DomainEvents {
  /** A user follows another for the first time. */
  userFollowed: { followerId: string; followeeId: string };
  /** A public classroom was created. */
  classroomCreated: { classroomId: string; hostId: string };
  /** A user reserved a seat and notifies their followers. */
  classroomReserved: { classroomId: string; userId: string };
  /** A scheduled classroom moved to another start; both times are ISO 8601. */
  classroomRescheduled: { classroomId: string; from: string; to: string };
  classroomCancelled: { classroomId: string };
  classroomStarted: { classroomId: string };
  /** A participation is confirmed. */
  participationConfirmed: OfParticipation;
  /** A hold, an offer or a waiting list entry expired without a seat. */
  participationExpired: OfParticipation;
  /** A participation was cancelled; `refund` is in yen. */
  participationCancelled: OfParticipation & { reason: CancelReason; refund: number };
  /** A seat is held until it is paid at a convenience store. */
  storePaymentStarted: OfParticipation;
  /** The first user on a waiting list is offered a seat. */
  seatOffered: OfParticipation;
  /** A participation has been refunded. */
  participationRefunded: OfParticipation;
  /** The reception has received a participant. */
  participationCheckedIn: OfParticipation;
  /** A guest buyer claimed the ticket with an account. */
  guestTicketClaimed: OfParticipation & { userId: string };
  /** A seat has another holder: it was given by the one before. */
  seatTransferred: OfParticipation & { fromUserId: string; userId: string };
  eventPublished: { eventId: string };
  /** A published event moved to another time; both starts are ISO 8601. */
  eventRescheduled: { eventId: string; from: string; to: string };
  eventCancelled: { eventId: string };
  /** Ticket holders may enter. */
  eventOpened: { eventId: string };
  eventStarted: { eventId: string };
  eventEnded: { eventId: string };
  /** The organizer has written to those who have a seat. */
  eventMessageSent: { messageId: string; eventId: string };
  /** The host of a class has written to those who reserved or attended it. */
  classroomMessageSent: { messageId: string; classroomId: string };
  /** Somebody with an account is invited to help with an event; `path` answers the invitation. */
  teamInvited: { memberId: string; eventId: string; userId: string; path: string };
  /** The same for a series. */
  seriesTeamInvited: { memberId: string; seriesId: string; userId: string; path: string };
  /** Dates were added to a series at this time, in ISO 8601. */
  seriesDatesAdded: { seriesId: string; addedAt: string };
  /** An archive can be watched by whoever may. */
  archivePublished: { archiveId: string };
  /** Somebody has rated something for the first time. */
  ratingGiven: { ratingId: string };
  /** The host has answered a rating. */
  ratingAnswered: { ratingId: string };
  /** The archive of an event was hidden or deleted. */
  archiveWithdrawn: { archiveId: string; eventId: string };
  /** A user has started a plan or a trial. */
  subscriptionStarted: OfSubscription;
  /** A payment for a plan failed and will be retried. */
  subscriptionPaymentFailed: OfSubscription;
  /** The open amount of a plan has been paid. */
  subscriptionRecovered: OfSubscription;
  /** A user's plan has ended. */
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

/**
 * The subject of each domain event. Events about one subject are delivered in the order in which they were published.
 */
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
  storePaymentStarted: ({ participationId }) => participationId,
  seatOffered: ({ participationId }) => participationId,
  participationRefunded: ({ participationId }) => participationId,
  participationCheckedIn: ({ participationId }) => participationId,
  guestTicketClaimed: ({ participationId }) => participationId,
  seatTransferred: ({ participationId }) => participationId,
  eventPublished: ({ eventId }) => eventId,
  eventRescheduled: ({ eventId }) => eventId,
  eventCancelled: ({ eventId }) => eventId,
  eventOpened: ({ eventId }) => eventId,
  eventStarted: ({ eventId }) => eventId,
  eventEnded: ({ eventId }) => eventId,
  eventMessageSent: ({ eventId }) => eventId,
  classroomMessageSent: ({ classroomId }) => classroomId,
  teamInvited: ({ eventId }) => eventId,
  seriesTeamInvited: ({ seriesId }) => seriesId,
  seriesDatesAdded: ({ seriesId }) => seriesId,
  archivePublished: ({ archiveId }) => archiveId,
  ratingGiven: ({ ratingId }) => ratingId,
  ratingAnswered: ({ ratingId }) => ratingId,
  archiveWithdrawn: ({ archiveId }) => archiveId,
  subscriptionStarted: ({ subscriptionId }) => subscriptionId,
  subscriptionPaymentFailed: ({ subscriptionId }) => subscriptionId,
  subscriptionRecovered: ({ subscriptionId }) => subscriptionId,
  subscriptionEnded: ({ subscriptionId }) => subscriptionId,
};
