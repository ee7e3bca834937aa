import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import {
  MAX_POLL_ANSWER_LENGTH,
  MAX_POLL_OPTION_LENGTH,
  MAX_POLL_OPTIONS,
  MAX_POLL_QUESTION_LENGTH,
  MAX_POLL_SECONDS,
  MIN_POLL_OPTIONS,
  MIN_POLL_SECONDS,
} from './limits';
import { count, id, iso, line } from './primitives';

const classroomParams = z.object({ id });
const pollParams = z.object({ id, pollId: id });

export const pollKind = z.enum(['single', 'multiple', 'text']);
export type PollKind = z.output<typeof pollKind>;

/** Places in the list of options, from 0. */
const places = z.array(z.int().check(z.minimum(0), z.maximum(MAX_POLL_OPTIONS - 1))).check(
  z.maxLength(MAX_POLL_OPTIONS),
  z.refine((list) => new Set(list).size === list.length, { error: '同じ選択肢が2回選ばれています。' }),
);

const secondsSentence = `時間は、${MIN_POLL_SECONDS}秒から${MAX_POLL_SECONDS / 60}分までです。`;
const pollSeconds = z
  .int({ error: secondsSentence })
  .check(
    z.minimum(MIN_POLL_SECONDS, { error: secondsSentence }),
    z.maximum(MAX_POLL_SECONDS, { error: secondsSentence }),
  );

/** What a host writes. A poll for short texts has no options; one with `correct` options is a quiz. */
export const pollBody = z
  .strictObject({
    kind: pollKind,
    question: line({ min: 1, max: MAX_POLL_QUESTION_LENGTH, empty: '質問を入力してください。' }),
    options: z
      .array(line({ min: 1, max: MAX_POLL_OPTION_LENGTH, empty: '選択肢を入力してください。' }))
      .check(z.maxLength(MAX_POLL_OPTIONS, { error: `選択肢は${MAX_POLL_OPTIONS}個までです。` })),
    correct: places,
    /** Whether the host sees who answered what. Minors, and people in a block with the host, never have a name. */
    isNamed: z.boolean(),
    /** How long it is open, unless the call that opens it says otherwise. Null: until the host closes it. */
    seconds: z.nullable(pollSeconds),
  })
  .check(
    z.refine(({ kind, options }) => kind !== 'text' || options.length === 0, {
      path: ['options'],
      error: '記述式には、選択肢を付けられません。',
    }),
    z.refine(({ kind, options }) => kind === 'text' || options.length >= MIN_POLL_OPTIONS, {
      path: ['options'],
      error: `選択肢を${MIN_POLL_OPTIONS}個以上入力してください。`,
    }),
    z.refine(({ options }) => new Set(options).size === options.length, {
      path: ['options'],
      error: '同じ選択肢があります。',
    }),
    z.refine(({ options, correct }) => correct.every((place) => place < options.length), {
      path: ['correct'],
      error: '正解を選択肢から選んでください。',
    }),
  );
export type PollBody = z.output<typeof pollBody>;

/** A participant's answer: options of a choice, or a short text. The other one is empty. */
export const pollAnswer = z.object({ choices: z.array(count), text: z.string() });
export type PollAnswer = z.output<typeof pollAnswer>;

/** How often each option was chosen, and the short texts with the most frequent first. */
export const pollResults = z.object({ counts: z.array(count), texts: z.array(z.object({ text: z.string(), count })) });
export type PollResults = z.output<typeof pollResults>;

export const pollState = z.enum(['draft', 'open', 'closed']);

export const classroomPoll = z.object({
  id,
  kind: pollKind,
  question: z.string(),
  options: z.array(z.string()),
  isNamed: z.boolean(),
  seconds: z.nullable(z.int()),
  state: pollState,
  openedAt: z.nullable(iso),
  /** When it closes or has closed. Null while it is open until the host closes it. */
  closesAt: z.nullable(iso),
  /** The participants see the results. */
  isShown: z.boolean(),
  answerCount: count,
  /** The right answers; empty: it is no quiz. Null for participants until the results are shown. */
  correct: z.nullable(z.array(count)),
  /** Null for participants until the results are shown. */
  results: z.nullable(pollResults),
  /** The answer of the caller. */
  myAnswer: z.nullable(pollAnswer),
});
export type ClassroomPoll = z.output<typeof classroomPoll>;

/** One answer as the host sees it. Without a name and a time for anonymous polls, minors, visitors and people in a block. */
export const receivedPollAnswer = z.extend(pollAnswer, {
  pollId: id,
  nickname: z.nullable(z.string()),
  answeredAt: z.nullable(iso),
});
export type ReceivedPollAnswer = z.output<typeof receivedPollAnswer>;

export const listClassroomPolls = endpoint({
  name: 'listClassroomPolls',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/polls',
  summary:
    'Returns the polls of a class, the oldest first. Host and co-hosts get drafts and results; those who have been in the room get what was opened, with their own answer, and the results once they are shown.',
  access: { session: 'visitor' },
  params: classroomParams,
  response: z.object({ items: z.array(classroomPoll), serverTime: iso }),
  errors: ['not_found', 'kicked', 'role_required'],
  tags: ['Classroom'],
});

export const createClassroomPoll = endpoint({
  name: 'createClassroomPoll',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/polls',
  summary: 'Prepares a poll as host or co-host, before or during the class. At most 30 in a class.',
  access: { session: 'person' },
  params: classroomParams,
  body: pollBody,
  response: classroomPoll,
  status: 201,
  errors: ['not_found', 'kicked', 'role_required', 'ended', 'conflict'],
  invalidates: ['Classroom'],
  idempotencyKey: true,
});

export const updateClassroomPoll = endpoint({
  name: 'updateClassroomPoll',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/polls/{pollId}',
  summary: 'Changes a poll that has not been opened yet; afterwards it is a conflict.',
  access: { session: 'person' },
  params: pollParams,
  body: pollBody,
  response: classroomPoll,
  errors: ['not_found', 'kicked', 'role_required', 'ended', 'conflict'],
  invalidates: ['Classroom'],
});

export const deleteClassroomPoll = endpoint({
  name: 'deleteClassroomPoll',
  isExtension: true,
  method: 'DELETE',
  path: '/classrooms/{id}/polls/{pollId}',
  summary: 'Deletes a poll that has not been opened yet; afterwards it is a conflict.',
  access: { session: 'person' },
  params: pollParams,
  response: null,
  errors: ['not_found', 'kicked', 'role_required', 'conflict'],
  invalidates: ['Classroom'],
});

export const openClassroomPoll = endpoint({
  name: 'openClassroomPoll',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/polls/{pollId}/open',
  summary:
    'Opens a prepared poll to everyone in the room, for some seconds or until it is closed. While another one is open, or once it was opened, it is a conflict.',
  access: { session: 'person' },
  params: pollParams,
  body: z.strictObject({
    /** Absent: as prepared. */
    seconds: z.optional(z.nullable(pollSeconds)),
  }),
  response: classroomPoll,
  errors: ['not_found', 'kicked', 'role_required', 'not_joined', 'ended', 'conflict'],
  invalidates: ['Classroom'],
  maxRetries: 0,
});

export const closeClassroomPoll = endpoint({
  name: 'closeClassroomPoll',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/polls/{pollId}/close',
  summary: 'Closes an open poll. Repeating it changes nothing.',
  access: { session: 'person' },
  params: pollParams,
  response: classroomPoll,
  errors: ['not_found', 'kicked', 'role_required', 'conflict'],
  invalidates: ['Classroom'],
});

export const updateClassroomPollResults = endpoint({
  name: 'updateClassroomPollResults',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/polls/{pollId}/results',
  summary:
    'Shows the results and the right answers to everyone who has been in the room, or hides them again. Showing closes an open poll.',
  access: { session: 'person' },
  params: pollParams,
  body: z.strictObject({ isShown: z.boolean() }),
  response: classroomPoll,
  errors: ['not_found', 'kicked', 'role_required', 'conflict'],
  invalidates: ['Classroom'],
});

export const answerClassroomPoll = endpoint({
  name: 'answerClassroomPoll',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/polls/{pollId}/answer',
  summary:
    'Answers an open poll; repeating it changes the answer until the poll is closed. A choice is open to every participant as a reaction is, a text to those who may comment.',
  access: { session: 'visitor' },
  params: pollParams,
  body: z.strictObject({
    choices: z.optional(places),
    text: z.optional(line({ min: 1, max: MAX_POLL_ANSWER_LENGTH, empty: '回答を入力してください。' })),
  }),
  response: pollAnswer,
  errors: [
    'not_found',
    'kicked',
    'unauthenticated',
    'age_restricted',
    'guardian_required',
    'role_required',
    'not_joined',
    'ended',
    'conflict',
    'invalid',
  ],
});

export const listClassroomPollAnswers = endpoint({
  name: 'listClassroomPollAnswers',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/poll_answers',
  summary:
    'Returns the answers to one or all polls of a class to host and co-hosts. The answers to anonymous polls, and those of minors, visitors and people in a block, have no name and no time.',
  access: { session: 'person' },
  params: classroomParams,
  query: z.object({ pollId: z.optional(id) }),
  response: z.object({ items: z.array(receivedPollAnswer) }),
  errors: ['not_found', 'kicked', 'role_required'],
  tags: ['Classroom'],
});
