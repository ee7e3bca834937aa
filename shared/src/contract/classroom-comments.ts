import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_COMMENT_LENGTH } from './limits';
import { id, iso, page, pageQuery, reportFields, text } from './primitives';
import { user } from './users';

/** The comment that another one replies to. */
export const quotedComment = z.object({
  id,
  /** Null when the author has left the service. */
  userId: z.nullable(id),
  nickname: z.string(),
  /** The first line; empty when deleted. */
  line: z.string(),
});
export type QuotedComment = z.output<typeof quotedComment>;

export const classroomComment = z.object({
  id,
  classroomId: id,
  /** Null when the author has left the service: shown as 退会したユーザー. */
  user: z.nullable(user),
  /** Empty when deleted. */
  body: z.string(),
  createdAt: iso,
  deletedAt: z.nullable(iso),
  deletedBy: z.nullable(z.enum(['author', 'host', 'co_host', 'staff'])),
  isMine: z.boolean(),
  /** Whether the viewer has blocked the author. */
  isBlocked: z.boolean(),
  /** Set once the author has changed it. Absent in answers of an older api, like the following field. */
  editedAt: z._default(z.nullable(iso), null),
  replyTo: z._default(z.nullable(quotedComment), null),
});
export type ClassroomComment = z.output<typeof classroomComment>;

export const commentBody = text({
  min: 1,
  max: MAX_COMMENT_LENGTH,
  empty: 'コメントを入力してください。',
  tooLong: `コメントは${MAX_COMMENT_LENGTH}文字以内で入力してください。`,
});
const key = z.optional(z.string().check(z.maxLength(64)));

export const listClassroomComments = endpoint({
  name: 'listClassroomComments',
  method: 'GET',
  path: '/classrooms/{id}/comments',
  summary: 'Returns the comments of a classroom by time, oldest or newest first.',
  access: { session: 'public' },
  params: z.object({ id }),
  query: z.object({ ...pageQuery, order: z._default(z.enum(['asc', 'desc']), 'desc'), key }),
  response: page(classroomComment),
  errors: ['not_found', 'kicked'],
  tags: ['ClassroomComment'],
});

export const createClassroomComment = endpoint({
  name: 'createClassroomComment',
  method: 'POST',
  path: '/classrooms/{id}/comments',
  summary: 'Posts a comment or a reply to one, at most one per second.',
  access: { session: 'person', refuses: { child: 'age_restricted' }, needsConsent: true },
  params: z.object({ id }),
  body: z.strictObject({ body: commentBody, replyTo: z.optional(id), key }),
  response: classroomComment,
  status: 201,
  errors: ['not_found', 'kicked', 'role_required', 'rate_limited', 'idempotency_conflict'],
  invalidates: ['ClassroomComment'],
  maxRetries: 0,
  idempotencyKey: true,
});

export const updateClassroomComment = endpoint({
  name: 'updateClassroomComment',
  isExtension: true,
  method: 'PATCH',
  path: '/classrooms/{id}/comments/{commentId}',
  summary: 'Changes the own comment within ten minutes, which marks it as edited.',
  access: { session: 'person', refuses: { child: 'age_restricted' }, needsConsent: true },
  params: z.object({ id, commentId: id }),
  body: z.strictObject({ body: commentBody, key }),
  response: classroomComment,
  errors: ['not_found', 'kicked', 'not_owner', 'role_required', 'conflict', 'rate_limited'],
  invalidates: ['ClassroomComment'],
});

export const deleteClassroomComment = endpoint({
  name: 'deleteClassroomComment',
  method: 'DELETE',
  path: '/classrooms/{id}/comments/{commentId}',
  summary: 'Deletes a comment: the own one, or any as host or co-host.',
  access: { session: 'person', refuses: { child: 'age_restricted' } },
  params: z.object({ id, commentId: id }),
  response: null,
  errors: ['not_found', 'kicked', 'not_owner'],
  invalidates: ['ClassroomComment'],
});

export const reportClassroomComment = endpoint({
  name: 'reportClassroomComment',
  method: 'POST',
  path: '/classrooms/{id}/comments/{commentId}/report',
  summary:
    'Reports a comment to the staff, with a snapshot of the surrounding comments and of the participants. Repeating the call changes nothing.',
  access: { session: 'visitor' },
  params: z.object({ id, commentId: id }),
  body: z.strictObject({ ...reportFields, key }),
  response: z.object({ ok: z.literal(true) }),
  status: 201,
  errors: ['not_found', 'kicked', 'rate_limited'],
});
