import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { muteScope, notificationKind, notificationKinds } from './notifications';
import { id, iso, givenTime } from './primitives';

const access = { session: 'person', whileResubmitting: true } as const;

export const notificationChannel = z.enum(['inApp', 'mail', 'push']);
export type NotificationChannel = z.output<typeof notificationChannel>;

const channels = z.object({ inApp: z.boolean(), mail: z.boolean(), push: z.boolean() });
export type NotificationChannels = z.output<typeof channels>;

/** A local time as HH:mm. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const MAX_TIME_ZONE_LENGTH = 64;
/** A name of the IANA database, such as Asia/Tokyo. */
const timeZone = z
  .string()
  .check(
    z.maxLength(MAX_TIME_ZONE_LENGTH, { abort: true }),
    z.refine(isTimeZone, { error: 'タイムゾーンをご確認ください。' }),
  );

const mute = z.object({
  id,
  scope: muteScope,
  subjectId: id,
  /** The name of the person or host, or the title of the classroom or event. Empty when it is gone. */
  label: z.string(),
  createdAt: iso,
});
export type NotificationMute = z.output<typeof mute>;

export const notificationSettings = z.object({
  /** `management.inApp` is always true. */
  channels: z.record(notificationKind, channels),
  /** Between these local times nothing is pushed; both are null when there are no quiet hours. */
  quietFrom: z.nullable(timeOfDay),
  quietTo: z.nullable(timeOfDay),
  /** The user's time zone, in which quiet hours and digests are reckoned. */
  timeZone,
  /** Nothing is pushed before this time. */
  pausedUntil: z.nullable(iso),
  weeklyDigest: z.boolean(),
  mutes: z.array(mute),
  /** The rows of the settings table, in order. */
  kinds: z.array(
    z.object({
      kind: notificationKind,
      /** The heading that the row stands under. */
      section: z.enum(['classrooms', 'events', 'people', 'management']),
      label: z.string(),
      /** Channels that cannot be switched off. */
      fixed: z.array(notificationChannel),
    }),
  ),
  /** When the mail server refused the user's address, so that no notification is mailed; null otherwise. */
  mailRefusedAt: z.nullable(iso),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const getNotificationSettings = endpoint({
  name: 'getNotificationSettings',
  method: 'GET',
  path: '/me/notification_settings',
  summary: 'Returns the notification settings of the user, with the defaults for whatever they have not chosen.',
  access,
  response: notificationSettings,
  errors: [],
  tags: ['Notification'],
});

const someChannels = z.partial(channels);
/** Every kind is optional, unlike in a record of an enum. */
const channelChanges = z.strictObject(
  Object.fromEntries(notificationKinds.map((kind) => [kind, z.optional(someChannels)])) as Record<
    (typeof notificationKinds)[number],
    z.ZodMiniOptional<typeof someChannels>
  >,
);

export const updateNotificationSettings = endpoint({
  name: 'updateNotificationSettings',
  method: 'POST',
  path: '/me/notification_settings',
  summary:
    'Changes the given settings and returns all of them. Announcements of the operator cannot be switched off in the product; quiet hours need both times or neither.',
  access,
  body: z.strictObject({
    channels: z.optional(channelChanges),
    quietFrom: z.optional(z.nullable(timeOfDay)),
    quietTo: z.optional(z.nullable(timeOfDay)),
    timeZone: z.optional(timeZone),
    pausedUntil: z.optional(z.nullable(givenTime())),
    weeklyDigest: z.optional(z.boolean()),
    /** Mails notifications again to an address that was refused. */
    retryMail: z.optional(z.literal(true)),
  }),
  response: notificationSettings,
  errors: ['invalid'],
  invalidates: ['Notification'],
});

export const muteFromNotification = endpoint({
  name: 'muteFromNotification',
  isExtension: true,
  method: 'POST',
  path: '/notifications/{id}/mute',
  summary:
    'Mutes the person, classroom or event of a notification, or the messages of its host: nothing more about it reaches the user. Repeating the call changes nothing.',
  access,
  params: z.object({ id }),
  body: z.strictObject({ scope: muteScope }),
  response: mute,
  errors: ['not_found', 'invalid'],
  invalidates: ['Notification'],
});

export const deleteNotificationMute = endpoint({
  name: 'deleteNotificationMute',
  isExtension: true,
  method: 'DELETE',
  path: '/me/notification_mutes/{id}',
  summary: 'Ends a mute. Repeating the call changes nothing.',
  access,
  params: z.object({ id }),
  response: null,
  errors: [],
  invalidates: ['Notification'],
});

/** What a link in a mail unsubscribes from. */
const mailSubscription = z.object({
  /**
   * A kind of notification, the weekly digest of a user, the monthly digest of a guardian, or the messages of one host,
   * which the link stops in the product too.
   */
  subject: z.enum([...notificationKinds, 'weeklyDigest', 'guardianDigest', 'hostMessages']),
  label: z.string(),
  isSubscribed: z.boolean(),
});
export type MailSubscription = z.output<typeof mailSubscription>;

const MAX_MAIL_TOKEN_LENGTH = 500;
const byToken = {
  params: z.object({ token: z.string().check(z.regex(/^[\w.-]+$/), z.maxLength(MAX_MAIL_TOKEN_LENGTH)) }),
  secretParams: ['token'],
  access: { session: 'public', whileResubmitting: true, whileSuspended: true, whileWithdrawn: true },
} as const;

export const getMailSubscription = endpoint({
  ...byToken,
  name: 'getMailSubscription',
  isExtension: true,
  method: 'GET',
  path: '/mail_subscriptions/{token}',
  summary: 'Returns what the link of a mail unsubscribes from, without changing it. Needs no sign-in.',
  response: mailSubscription,
  errors: ['link_expired'],
});

export const unsubscribeMail = endpoint({
  ...byToken,
  name: 'unsubscribeMail',
  isExtension: true,
  method: 'POST',
  path: '/mail_subscriptions/{token}/unsubscribe',
  summary:
    'Stops the mails of one kind, or the messages of one host; nothing else changes. Also accepts the form that mail programs post for List-Unsubscribe (RFC 8058).',
  response: mailSubscription,
  errors: ['link_expired'],
});

export const resubscribeMail = endpoint({
  ...byToken,
  name: 'resubscribeMail',
  isExtension: true,
  method: 'POST',
  path: '/mail_subscriptions/{token}/resubscribe',
  summary: 'Resumes the mails that the same link stopped.',
  response: mailSubscription,
  errors: ['link_expired'],
});
