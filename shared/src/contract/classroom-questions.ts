import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_ANSWER_LENGTH, MAX_QUESTION_LENGTH } from './limits';
import { count, id, iso, pageQuery, reportFields, text } from './primitives';
import { user } from './users';

export const classroomQuestion = z.object({
  id,
  classroomId: id,
  /** Null when the author has left the service. */
  user: z.nullable(user),
  body: z.string(),
  state: z.enum(['open', 'answered']),
  voteCount: count,
  /** What the host wrote; empty when the answer was only spoken. */
  answer: z.string(),
  createdAt: iso,
  isMine: z.boolean(),
  /** Whether the viewer has blocked the author. */
  isBlocked: z.boolean(),
});
export type ClassroomQuestion = z.output<typeof classroomQuestion>;

export const questionBody = text({
  min: 1,
  max: MAX_QUESTION_LENGTH,
  empty: '質問を入力してください。',
  tooLong: `質問は${MAX_QUESTION_LENGTH}文字以内で入力してください。`,
});
const answer = text({ max: MAX_ANSWER_LENGTH, tooLong: `回答は${MAX_ANSWER_LENGTH}文字以内で入力してください。` });
const key = z.optional(z.string().check(z.maxLength(64)));
const classroomParams = z.object({ id });
const params = z.object({ id, questionId: id });

export const listClassroomQuestions = endpoint({
  name: 'listClassroomQuestions',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/questions',
  summary:
    'Returns the questions of a classroom: the open ones by votes, then the answered ones. Dismissed and withdrawn ones are gone.',
  access: { session: 'public' },
  params: classroomParams,
  query: z.object({ ...pageQuery, key }),
  response: z.object({
    items: z.array(classroomQuestion),
    nextCursor: z.nullable(z.string()),
    /** All questions of the classroom that the viewer has voted for, on whatever page. */
    votedIds: z.array(id),
  }),
  errors: ['not_found', 'kicked'],
  tags: ['ClassroomComment'],
});

export const askQuestion = endpoint({
  name: 'askQuestion',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/questions',
  summary:
    'Asks a question in a live room, at most one per second. Only for those who are in it and may write comments; at most ten unanswered ones each.',
  access: { session: 'person', refuses: { child: 'age_restricted' }, needsConsent: true },
  params: classroomParams,
  body: z.strictObject({ body: questionBody }),
  response: classroomQuestion,
  status: 201,
  errors: [
    'not_found',
    'kicked',
    'role_required',
    'ended',
    'not_joined',
    'conflict',
    'rate_limited',
    'idempotency_conflict',
  ],
  invalidates: ['ClassroomComment'],
  maxRetries: 0,
  idempotencyKey: true,
});

export const voteForQuestion = endpoint({
  name: 'voteForQuestion',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/questions/{questionId}/vote',
  summary: 'Votes for an open question of somebody else, in the live room. Repeating the call changes nothing.',
  access: { session: 'person' },
  params,
  response: null,
  errors: ['not_found', 'kicked', 'ended', 'not_joined', 'conflict'],
});

export const unvoteQuestion = endpoint({
  name: 'unvoteQuestion',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/questions/{questionId}/vote',
  summary: 'Takes back the vote for an open question. Repeating the call changes nothing.',
  access: { session: 'person' },
  params,
  response: null,
  errors: ['not_found', 'kicked', 'ended', 'not_joined', 'conflict'],
});

export const answerQuestion = endpoint({
  name: 'answerQuestion',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/questions/{questionId}/answer',
  summary:
    'Marks a question as answered, with or without a written answer, as host or co-host; also after the class. Repeating the call changes the answer.',
  access: { session: 'person' },
  params,
  body: z.strictObject({ answer: z.optional(answer) }),
  response: classroomQuestion,
  errors: ['not_found', 'kicked', 'role_required'],
  invalidates: ['ClassroomComment'],
});

export const dismissQuestion = endpoint({
  name: 'dismissQuestion',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/questions/{questionId}/dismiss',
  summary: 'Takes a question away for everybody, as host or co-host. Repeating the call changes nothing.',
  access: { session: 'person' },
  params,
  response: null,
  errors: ['not_found', 'kicked', 'role_required'],
  invalidates: ['ClassroomComment'],
});

export const withdrawQuestion = endpoint({
  name: 'withdrawQuestion',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/questions/{questionId}',
  summary: 'Takes back the own question while it is unanswered. Repeating the call changes nothing.',
  access: { session: 'person' },
  params,
  response: null,
  errors: ['not_found', 'kicked', 'not_owner', 'conflict'],
  invalidates: ['ClassroomComment'],
});

export const reportQuestion = endpoint({
  name: 'reportQuestion',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/questions/{questionId}/report',
  summary:
    'Reports a question to the staff, with a snapshot of it and of the participants. Repeating the call changes nothing.',
  access: { session: 'visitor' },
  params,
  body: z.strictObject({ ...reportFields, key }),
  response: z.object({ ok: z.literal(true) }),
  status: 201,
  errors: ['not_found', 'kicked', 'rate_limited'],
});

export const pinToStage = endpoint({
  name: 'pinToStage',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/pin',
  summary: 'Puts a question or comment over the stage of a live room instead of the last one, as host or co-host.',
  access: { session: 'person' },
  params: classroomParams,
  body: z.strictObject({ kind: z.enum(['question', 'comment']), subjectId: id }),
  response: null,
  errors: ['not_found', 'kicked', 'role_required', 'ended'],
});

export const unpinFromStage = endpoint({
  name: 'unpinFromStage',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/pin',
  summary: 'Takes what is pinned off the stage, as host or co-host. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: classroomParams,
  response: null,
  errors: ['not_found', 'kicked', 'role_required', 'ended'],
});
