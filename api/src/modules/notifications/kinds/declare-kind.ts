import type { NotificationChannel, NotificationChannels } from '@manabiba/shared/contract/notification-settings';
import type { MuteScope, NotificationKind, SentenceSpan } from '@manabiba/shared/contract/notifications';

import type { DomainEventName } from '../../../messages/domain-event-map';
import type { Trx } from '../../../platform/database/db';
import type { DomainEvent } from '../../../platform/events/domain-events';
import type { Audience } from './audiences.repository';

/** What a notification is about, as far as its sentence needs it. */
export interface NotificationContent {
  title: string;
  body: string;
  /** Null when there is no actor, or the actor has left. */
  actorName: string | null;
}

/** Why people are notified: each person once for a cause. */
export interface NewCause {
  /** Distinguishes it from other causes of its kind. */
  key: string;
  title?: string;
  body?: string;
  url: string;
  actorId?: string;
  /** What the audience is selected by, and what people can mute. */
  subjects: Partial<
    Record<Exclude<MuteScope, 'person'> | 'series' | 'user' | 'startAt' | 'addedAt' | 'audience' | 'message', string>
  >;
  /** Another mail says the same: no mail is sent for this cause. */
  hasOwnMail?: boolean;
  /** Default: now. */
  dueAt?: Date;
  /** Default: the kind's `staleAfterMs` after it is due. */
  staleAt?: Date;
}

type CausesOf = { [N in DomainEventName]?: (trx: Trx, event: DomainEvent<N>) => Promise<NewCause | null> };

/** A domain event about an event. */
export type EventDomainEventName = {
  [N in DomainEventName]: DomainEvent<N>['payload'] extends { eventId: string } ? N : never;
}[DomainEventName];

/** Finds the causes that have become due by time, up to `now`. Called every second. */
export type FindDue = (trx: Trx, now: Date) => Promise<NewCause[]>;

/** Everything that defines a kind of notification. */
export interface KindDeclaration {
  kind: NotificationKind;
  /** Where the settings table has its row, and what the row is called. */
  section: 'classrooms' | 'events' | 'people' | 'management';
  label: string;
  /** The channels of people who have chosen nothing. */
  channels: NotificationChannels;
  /** Channels that cannot be switched off. */
  fixed?: readonly NotificationChannel[];
  sentence: (content: NotificationContent) => SentenceSpan[];
  /** Why a person gets it, as a whole sentence. */
  reason: string;
  /** The label of the link in mails. */
  action: string;
  /** Mails about a classroom attach its calendar file, which moves or removes the entry in calendars. */
  hasCalendarFile?: boolean;
  /** The domain events that cause it. */
  on?: CausesOf;
  due?: FindDue;
  /** Returns the subject's title when people are notified later than the cause was recorded. Default: that of the cause. */
  currentTitle?: (trx: Trx, subjects: NewCause['subjects']) => Promise<string | undefined>;
  /** After this domain event, notifications about an outdated start of the event are withdrawn. */
  outdatedBy?: EventDomainEventName;
  /**
   * Selects who is notified. The actor, people who muted the subject and blocked people are left out for every kind.
   */
  audience: Audience;
  /** Its mail contains the message of a host. It is dropped once that is removed. */
  bringsMessage?: boolean;
  /** The actor is shown with it and can be muted. */
  showsActor?: boolean;
  /** Notifications of one person within an hour form one line of the inbox. */
  isGrouped?: boolean;
  /** It is dropped as useless this long after it was due, in milliseconds. */
  staleAfterMs: number;
}

export const words = (text: string): SentenceSpan => ({ text, as: 'words' });
export const quoted = (title: string): SentenceSpan => ({ text: `「${title}」`, as: 'subject' });
/** The actor with さん; someone who has left is named as such, without. */
export const actor = ({ actorName }: NotificationContent): SentenceSpan[] =>
  actorName === null ? [words('退会したユーザー')] : [{ text: actorName, as: 'subject' }, words('さん')];
