import * as z from 'zod/mini';

import { boardChange, boardElement } from './board-elements';
import { endpoint } from './endpoint';
import { MAX_BOARD_CHANGES, MAX_BOARD_DRAWERS, MAX_BOARD_PICTURE_LENGTH } from './limits';
import { count, id, ok, reportFields } from './primitives';

const params = z.object({ id });

/** Who draws besides host and co-hosts: nobody, the named ones, or everyone who may write comments. */
export const boardAccess = z.enum(['hosts', 'named', 'everyone']);
export type BoardAccess = z.output<typeof boardAccess>;

export const classroomBoard = z.object({
  isOpen: z.boolean(),
  access: boardAccess,
  /** Who may draw while access is `named`. */
  drawerIds: z.array(id),
  /** Increases when the board is cleared. A change to an earlier board is refused. */
  epoch: count,
  /** The last clearing can be undone. */
  canRestore: z.boolean(),
});
export type ClassroomBoard = z.output<typeof classroomBoard>;

const onlyModerators = ['not_found', 'kicked', 'role_required', 'not_joined', 'ended'] as const;

export const getClassroomBoard = endpoint({
  name: 'getClassroomBoard',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/board',
  summary:
    'Returns the board of a class with what is drawn on it, in the order of drawing, to those who have been in the room. A class that never had one has a closed, empty board.',
  access: { session: 'visitor' },
  params,
  response: z.object({ board: classroomBoard, elements: z.array(boardElement) }),
  errors: ['not_found', 'kicked', 'role_required'],
  tags: ['Classroom'],
});

export const updateClassroomBoard = endpoint({
  name: 'updateClassroomBoard',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/board',
  summary:
    'Opens or closes the board of a live room and says who draws, as host or co-host. Only people who have been in the room can be named.',
  access: { session: 'person' },
  params,
  body: z.strictObject({
    isOpen: z.boolean(),
    access: boardAccess,
    drawerIds: z
      .array(id)
      .check(z.maxLength(MAX_BOARD_DRAWERS, { error: `指定できるのは${MAX_BOARD_DRAWERS}人までです。` })),
  }),
  response: classroomBoard,
  errors: onlyModerators,
});

export const drawOnBoard = endpoint({
  name: 'drawOnBoard',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/board/elements',
  summary:
    'Draws, changes and erases elements on the open board. Of two changes of an element the one with the higher version wins. Only for those whom the host allows and who may write comments; not while muted by the host. At most 8 calls a second.',
  access: { session: 'person', refuses: { child: 'age_restricted' }, needsConsent: true },
  params,
  body: z.strictObject({
    epoch: count,
    elements: z
      .array(boardChange, { error: '描かれた内容を読み取れませんでした。' })
      .check(z.minLength(1), z.maxLength(MAX_BOARD_CHANGES, { error: '一度に送れる量を超えています。' })),
  }),
  response: null,
  errors: ['not_found', 'kicked', 'role_required', 'not_joined', 'ended', 'conflict', 'full', 'rate_limited'],
  maxRetries: 0,
});

export const clearClassroomBoard = endpoint({
  name: 'clearClassroomBoard',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/board/clear',
  summary: 'Erases everything on the open board, as host or co-host. It can be undone until the next clearing.',
  access: { session: 'person' },
  params,
  body: z.strictObject({ epoch: count }),
  response: classroomBoard,
  errors: [...onlyModerators, 'conflict'],
});

export const restoreClassroomBoard = endpoint({
  name: 'restoreClassroomBoard',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/board/restore',
  summary: 'Brings back what the last clearing erased, beside what was drawn since, as host or co-host.',
  access: { session: 'person' },
  params,
  response: classroomBoard,
  errors: [...onlyModerators, 'conflict'],
});

export const saveBoardPicture = endpoint({
  name: 'saveBoardPicture',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/board/picture',
  summary:
    'Adds a picture of the board to the materials of the class, as host or co-host. The server reads and re-encodes it.',
  access: { session: 'person' },
  params,
  body: z.strictObject({
    /** PNG, base64. */
    image: z
      .string({ error: '画像を送信してください。' })
      .check(
        z.maxLength(MAX_BOARD_PICTURE_LENGTH, { error: '画像が大きすぎます。' }),
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: '画像を読み取れませんでした。' }),
      ),
  }),
  response: ok,
  status: 201,
  errors: ['not_found', 'kicked', 'role_required', 'ended', 'conflict', 'rate_limited', 'unsupported_type', 'invalid'],
  invalidates: ['Classroom'],
  maxRetries: 0,
});

export const reportClassroomBoard = endpoint({
  name: 'reportClassroomBoard',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/board/report',
  summary:
    'Reports the board of a class to the staff, with a copy of what is drawn on it, by whom, and of the participants. Repeating the call changes nothing.',
  access: { session: 'visitor' },
  params,
  body: z.strictObject(reportFields),
  response: z.object({ ok: z.literal(true) }),
  status: 201,
  errors: ['not_found', 'kicked', 'role_required', 'rate_limited'],
});
