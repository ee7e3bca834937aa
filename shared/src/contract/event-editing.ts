import * as z from 'zod/mini';

import { type AccessRule, endpoint } from './endpoint';
import { classroomEvent } from './events';
import {
  MAX_CANCEL_POLICY_LENGTH,
  MAX_ENTRY_OPENS_BEFORE_MINUTES,
  MAX_EVENT_CANCEL_REASON_LENGTH,
  MAX_EVENT_DESCRIPTION_LENGTH,
  MAX_EVENT_SPEAKERS,
  MAX_EVENT_TITLE_LENGTH,
} from './limits';
import { count, givenTime, id, iso, line, page, pageQuery, text } from './primitives';
import { eventRoles } from './team-rights';

/** Professionals only. Events of other organizers are reported as not found. */
export const organizers = {
  session: 'person',
  refuses: {
    adult: 'professional_only',
    student: 'professional_only',
    child: 'professional_only',
    school: 'professional_only',
  },
} as const satisfies AccessRule;
/** Organizers and those who help them with an event. Whether and with what, the event decides. */
export const organizing = {
  session: 'person',
  refuses: { child: 'professional_only', school: 'professional_only' },
} as const satisfies AccessRule;
export const creating = { ...organizers, closes: true } as const satisfies AccessRule;

/**
 * The reasons a draft cannot be published: a missing cover, description, future start, tickets, sale period that ends
 * by the start, organizer identity, or payout account.
 */
export const publishRequirement = z.enum([
  'cover',
  'description',
  'times',
  'tickets',
  'ticket_sales',
  'verification',
  'payouts',
]);
export type PublishRequirement = z.output<typeof publishRequirement>;

export const invitation = z.object({
  id,
  eventId: id,
  code: z.string(),
  ticketTypeId: id,
  maxUses: count,
  uses: count,
  expiresAt: z.nullable(iso),
  /** A revoked code no longer admits anyone. */
  revokedAt: z.nullable(iso),
  createdAt: iso,
});
export type Invitation = z.output<typeof invitation>;

/** The stage of an event for its organizer: draft, public, or past (ended or cancelled). */
export const organizedStage = z.enum(['draft', 'public', 'past']);
export type OrganizedStage = z.output<typeof organizedStage>;

export const eventRole = z.enum(eventRoles);

/** An event in the list of its organizer, or of a member of its team. */
export const organizedEvent = z.extend(classroomEvent, {
  /** What the viewer may do: the owner everything, a member of the team what the roles allow. */
  myAccess: z.object({ isOwner: z.boolean(), roles: z.array(eventRole) }),
  waitlistedCount: count,
  /** The missing requirements for publishing, in checklist order. Empty once published. */
  missing: z.array(publishRequirement),
  publishedAt: z.nullable(iso),
  cancelledAt: z.nullable(iso),
  updatedAt: iso,
});
export type OrganizedEvent = z.output<typeof organizedEvent>;

export const organizedEventDetail = z.extend(organizedEvent, {
  /** Empty for members who may not edit. */
  invitations: z.array(invitation),
});
export type OrganizedEventDetail = z.output<typeof organizedEventDetail>;

export const eventTitle = line({
  min: 1,
  max: MAX_EVENT_TITLE_LENGTH,
  empty: '題名を入力してください。',
  tooLong: `題名は${MAX_EVENT_TITLE_LENGTH}文字以内で入力してください。`,
});
export const eventDescription = text({
  max: MAX_EVENT_DESCRIPTION_LENGTH,
  tooLong: `説明は${MAX_EVENT_DESCRIPTION_LENGTH}文字以内で入力してください。`,
});
export const eventCancelPolicy = text({
  max: MAX_CANCEL_POLICY_LENGTH,
  tooLong: `補足は${MAX_CANCEL_POLICY_LENGTH}文字以内で入力してください。`,
});
const startAt = givenTime('開始日時を入力してください。');
const endAt = givenTime('終了日時を入力してください。');
const categoryId = z
  .string({ error: 'カテゴリーを選択してください。' })
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'カテゴリーを選択してください。' }));

const optionalFields = {
  subtitle: z.optional(line({ max: MAX_EVENT_TITLE_LENGTH })),
  description: z.optional(eventDescription),
  speakerIds: z.optional(
    z.array(id).check(z.maxLength(MAX_EVENT_SPEAKERS, { error: `話す人は${MAX_EVENT_SPEAKERS}人まで選べます。` })),
  ),
  /** An upload of purpose event_cover; null removes the cover. */
  coverUploadId: z.optional(z.nullable(id)),
  /** How many minutes before the start entry opens. Default: 10. */
  entryOpensBeforeMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_ENTRY_OPENS_BEFORE_MINUTES))),
  refundPolicy: z.optional(z.enum(['until_24_hours', 'until_7_days', 'none'])),
  cancelPolicy: z.optional(eventCancelPolicy),
  /** Whether seats may be given to others. Default: true. */
  allowsTransfers: z.optional(z.boolean()),
};

export const createEventBody = z.strictObject({ title: eventTitle, categoryId, startAt, endAt, ...optionalFields });
export const updateEventBody = z.strictObject({
  /** The `updatedAt` that the change is based on. The change is refused when the event has been updated since. */
  basedOn: z.optional(givenTime()),
  title: z.optional(eventTitle),
  categoryId: z.optional(categoryId),
  startAt: z.optional(startAt),
  endAt: z.optional(endAt),
  ...optionalFields,
});

export const listOrganizedEvents = endpoint({
  name: 'listOrganizedEvents',
  isExtension: true,
  method: 'GET',
  path: '/org/events',
  summary: 'Returns the events that the viewer organizes or helps with, drafts included, the latest start first.',
  access: organizing,
  scope: 'events:read',
  query: z.object({ stage: z.optional(organizedStage), ...pageQuery }),
  response: page(organizedEvent),
  errors: [],
  tags: ['Event'],
});

export const createEvent = endpoint({
  name: 'createEvent',
  isExtension: true,
  method: 'POST',
  path: '/org/events',
  summary: 'Creates a draft. Only title, category and times are required; everything else may be added later.',
  access: creating,
  scope: 'events:write',
  body: createEventBody,
  response: organizedEventDetail,
  status: 201,
  errors: ['invalid', 'suspended'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const getOrganizedEvent = endpoint({
  name: 'getOrganizedEvent',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}',
  summary: 'Returns one event of the organizer with its invitations and with what is missing for publishing.',
  access: organizing,
  scope: 'events:read',
  params: z.object({ id }),
  response: organizedEventDetail,
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const updateEvent = endpoint({
  name: 'updateEvent',
  isExtension: true,
  method: 'PATCH',
  path: '/org/events/{id}',
  summary:
    'Updates the given fields; with `basedOn` only if the event has not changed since (409 conflict). The times of a published event can change until it begins; its participants are notified, and its calendar entry is updated. A published event must stay complete.',
  access: organizing,
  scope: 'events:write',
  params: z.object({ id }),
  body: updateEventBody,
  response: organizedEventDetail,
  errors: ['not_found', 'role_required', 'conflict', 'invalid'],
  invalidates: ['Event'],
});

export const publishEvent = endpoint({
  name: 'publishEvent',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/publish',
  summary:
    'Publishes a complete draft and creates its room. Organizers whose identity has not been verified get role_required; missing fields are reported by name.',
  access: { ...creating, needsVerifiedEmail: true },
  scope: 'events:write',
  params: z.object({ id }),
  response: organizedEventDetail,
  errors: ['not_found', 'role_required', 'already', 'conflict', 'invalid', 'suspended'],
  invalidates: ['Event'],
});

export const duplicateEvent = endpoint({
  name: 'duplicateEvent',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/duplicate',
  summary:
    'Creates a draft with the same content and ticket types, whole weeks later: at the next future date with the same weekday and time.',
  access: creating,
  scope: 'events:write',
  params: z.object({ id }),
  response: organizedEventDetail,
  status: 201,
  errors: ['not_found', 'role_required', 'suspended'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const deleteEvent = endpoint({
  name: 'deleteEvent',
  isExtension: true,
  method: 'DELETE',
  path: '/org/events/{id}',
  summary:
    'Deletes a draft. Cancels a published event that has not begun: the participants are notified of the reason, and every payment is refunded.',
  access: organizers,
  params: z.object({ id }),
  body: z.strictObject({
    reason: z.optional(
      text({
        max: MAX_EVENT_CANCEL_REASON_LENGTH,
        tooLong: `理由は${MAX_EVENT_CANCEL_REASON_LENGTH}文字以内で入力してください。`,
      }),
    ),
  }),
  response: null,
  errors: ['not_found', 'role_required', 'already', 'conflict', 'invalid'],
  invalidates: ['Event'],
});
