import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import {
  MAX_GROUP_MESSAGE_LENGTH,
  MAX_GROUP_MINUTES,
  MAX_GROUP_NAME_LENGTH,
  MAX_GROUPED_PEOPLE,
  MAX_GROUPS,
  MAX_RECALL_SECONDS,
  MIN_GROUP_MINUTES,
  MIN_GROUPS,
} from './limits';
import { id, iso, line } from './primitives';

const params = z.object({ id });

const minutesSentence = `時間は、${MIN_GROUP_MINUTES}分から${MAX_GROUP_MINUTES}分までです。`;
const groupsSentence = `グループは、${MIN_GROUPS}つから${MAX_GROUPS}までです。`;

/** What a host chooses. With `isRandom` everybody who is there is distributed, and nobody is assigned by name. */
export const splitBody = z
  .strictObject({
    minutes: z
      .int({ error: minutesSentence })
      .check(
        z.minimum(MIN_GROUP_MINUTES, { error: minutesSentence }),
        z.maximum(MAX_GROUP_MINUTES, { error: minutesSentence }),
      ),
    isRandom: z.boolean(),
    groups: z
      .array(
        z.strictObject({
          name: line({ min: 1, max: MAX_GROUP_NAME_LENGTH, empty: 'グループの名前を入力してください。' }),
          userIds: z.array(id).check(z.maxLength(MAX_GROUPED_PEOPLE)),
        }),
      )
      .check(
        z.minLength(MIN_GROUPS, { error: groupsSentence }),
        z.maxLength(MAX_GROUPS, { error: groupsSentence }),
        z.refine((groups) => new Set(groups.map(({ name }) => name)).size === groups.length, {
          error: '同じ名前のグループがあります。',
        }),
        z.refine(
          (groups) => {
            const all = groups.flatMap(({ userIds }) => userIds);
            return new Set(all).size === all.length && all.length <= MAX_GROUPED_PEOPLE;
          },
          { error: '同じ人が2つのグループにいます。' },
        ),
      ),
  })
  .check(
    z.refine(({ isRandom, groups }) => isRandom !== groups.some(({ userIds }) => userIds.length > 0), {
      path: ['groups'],
      error: 'グループに入る人を選んでください。',
    }),
  );
export type SplitBody = z.output<typeof splitBody>;

/** A class that is divided into groups. */
export const classroomSplit = z.object({
  id,
  openedAt: iso,
  /** From then on everybody is in the main room. */
  closesAt: iso,
  /** When a host has called everybody back, which brings `closesAt` forward. */
  recalledAt: z.nullable(iso),
  /** What a host last sent to all groups. */
  message: z.nullable(z.object({ body: z.string(), sentAt: iso })),
  /** Those who belong to a group may have left the room; they return to their group. All others are in the main room. */
  groups: z.array(z.object({ id, name: z.string(), userIds: z.array(id) })),
});
export type ClassroomSplit = z.output<typeof classroomSplit>;

/** One stay of a participant in a group. */
export const groupStay = z.object({
  group: z.string(),
  enteredAt: iso,
  /** Null while the participant is in it. */
  leftAt: z.nullable(iso),
});
export type GroupStay = z.output<typeof groupStay>;

export const splitClassroom = endpoint({
  name: 'splitClassroom',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/groups',
  summary:
    'Divides a live class into groups with a voice and video of their own, for some minutes: at random in even sizes, or by name. Host and co-hosts. While it is divided, it is a conflict; a group with minors needs an adult host or co-host in it, otherwise it is `guarded`.',
  access: { session: 'person' },
  params,
  body: splitBody,
  response: classroomSplit,
  status: 201,
  errors: [
    'not_found',
    'kicked',
    'role_required',
    'not_joined',
    'ended',
    'conflict',
    'guarded',
    'invalid',
    'media_unavailable',
  ],
  maxRetries: 0,
});

export const moveToGroup = endpoint({
  name: 'moveToGroup',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/groups/people/{userId}',
  summary:
    'Moves a participant to a group, or to the main room with null. Host and co-hosts move everybody, and visit groups themselves; all others may only return to the main room.',
  access: { session: 'visitor' },
  params: z.object({ id, userId: id }),
  body: z.strictObject({ groupId: z.nullable(id) }),
  response: null,
  errors: ['not_found', 'kicked', 'role_required', 'not_joined', 'ended', 'conflict', 'guarded'],
});

export const recallGroups = endpoint({
  name: 'recallGroups',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/groups/recall',
  summary:
    'Calls everybody back to the main room, after a countdown or with 0 seconds at once. Never later than without it. Repeating it is a conflict once everybody is back.',
  access: { session: 'person' },
  params,
  body: z.strictObject({ seconds: z.int().check(z.minimum(0), z.maximum(MAX_RECALL_SECONDS)) }),
  response: null,
  errors: ['not_found', 'kicked', 'role_required', 'not_joined', 'ended', 'conflict'],
});

export const messageGroups = endpoint({
  name: 'messageGroups',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/groups/message',
  summary: 'Shows a line of a host or co-host in all groups, in place of the one before.',
  access: { session: 'person' },
  params,
  body: z.strictObject({
    body: line({ min: 1, max: MAX_GROUP_MESSAGE_LENGTH, empty: 'メッセージを入力してください。' }),
  }),
  response: null,
  errors: [
    'not_found',
    'kicked',
    'age_restricted',
    'guardian_required',
    'role_required',
    'not_joined',
    'ended',
    'conflict',
  ],
});
