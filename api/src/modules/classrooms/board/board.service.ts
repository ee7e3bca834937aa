import type { BoardChange } from '@manabiba/shared/contract/board-elements';
import type {
  ClassroomBoard,
  drawOnBoard,
  getClassroomBoard,
  reportClassroomBoard,
  updateClassroomBoard,
} from '@manabiba/shared/contract/classroom-board';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { BOARD_GAP_MS, MAX_BOARD_ELEMENTS, MAX_BOARD_LENGTH } from '@manabiba/shared/contract/limits';
import { detectType } from '@manabiba/shared/contract/upload-types';
import { millisecondsInSecond } from 'date-fns/constants';
import type * as z from 'zod/mini';

import { countReport } from '../../../access/report-limit';
import type { SessionViewer, SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import { withHash } from '../../../platform/security/evidence';
import type { Limiter } from '../../../platform/security/limiter';
import { isModeratorOf } from '../classroom-rules';
import type { MaterialsService } from '../materials/materials.service';
import type { Place } from '../room/room-row';
import { isOver, requireModerator, requireParticipant, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import { CLOSED_BOARD, requireDrawer } from './board-rules';
import type { BoardRepository, DrawnElement } from './board.repository';

const CLOSED = 'ボードは閉じられています。';
const CLEARED = 'ボードは消去されました。';
const NOTHING_CLEARED = '元に戻せるものがありません。';
const UNREADABLE = '画像を読み取れませんでした。';
const FULL = 'ボードがいっぱいです。要らないものを消してから描いてください。';

/** Calls of one drawing user: twice as many as a browser sends, because those that waited arrive together. */
const PACE = { max: (2 * millisecondsInSecond) / BOARD_GAP_MS, windowSeconds: 1 };
/** Pictures that one user adds to the materials of classes. */
const PICTURES = { max: 4, windowSeconds: 60 };
/** Erased elements that are remembered. A change that is older than all of them would bring its element back. */
const ERASED_KEPT = MAX_BOARD_ELEMENTS;

interface BoardDeps {
  boards: BoardRepository;
  rooms: Pick<RoomsRepository, 'find' | 'lock' | 'lockPerson' | 'listPresent'>;
  materials: Pick<MaterialsService, 'addPicture'>;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  limiter: Limiter;
  clock: Clock;
}

export type BoardService = ReturnType<typeof createBoardService>;

/** The board of a class: host and co-hosts open it and say who draws, everyone in the room sees it. */
export function createBoardService({ boards, rooms, materials, write, limiter, clock }: BoardDeps) {
  /** Changes the board of a live room as host or co-host. */
  const change = (
    viewer: SignedInViewer,
    classroomId: string,
    act: (trx: Trx, board: ClassroomBoard, now: Date) => Promise<void>,
  ): Promise<ClassroomBoard> =>
    write(async (trx) => {
      const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
      const now = clock.now();
      requireModerator(place.access);
      requireParticipant(place, now);
      await act(trx, (await boards.findForChange(trx, classroomId)) ?? CLOSED_BOARD, now);
      return (await boards.findForChange(trx, classroomId)) ?? CLOSED_BOARD;
    });

  /** Throws `role_required` for who leads the class as little as they have been in it. */
  async function requireReader(viewer: SessionViewer, classroomId: string): Promise<Place> {
    const place = requireRoom(await rooms.find(classroomId, viewer.id));
    if (!isModeratorOf(place.access) && !place.me?.joined_at) throw new AppError('role_required');
    return place;
  }

  return {
    async get(viewer: SessionViewer, classroomId: string): Promise<EndpointOutput<typeof getClassroomBoard>> {
      const { room } = await requireReader(viewer, classroomId);
      const board = (await boards.find(classroomId)) ?? CLOSED_BOARD;
      const isOpen = board.isOpen && !isOver(room, clock.now());
      return { board: { ...board, isOpen }, elements: (await boards.list(classroomId)).map(({ element }) => element) };
    },

    update: (
      viewer: SignedInViewer,
      classroomId: string,
      settings: z.output<typeof updateClassroomBoard.body>,
    ): Promise<ClassroomBoard> =>
      change(viewer, classroomId, (trx, _board, now) => boards.update(trx, classroomId, settings, now)),

    /**
     * Draws, changes and erases elements. Throws `conflict` for a closed or cleared board and `full` beyond its limits;
     * erasing is always possible.
     */
    async draw(
      viewer: SignedInViewer,
      classroomId: string,
      { epoch, elements }: z.output<typeof drawOnBoard.body>,
    ): Promise<void> {
      await limiter.consume(`board:${viewer.id}`, PACE);
      await write(async (trx) => {
        const place = requireRoom(await rooms.lockPerson(trx, classroomId, viewer.id));
        const now = clock.now();
        requireParticipant(place, now);
        const board = await boards.findForDrawing(trx, classroomId);
        if (!board?.isOpen) throw new AppError('conflict', { sentence: CLOSED });
        requireDrawer(viewer, place, board);
        if (board.epoch !== epoch) throw new AppError('conflict', { sentence: CLEARED });
        await boards.draw(trx, { classroomId, epoch, userId: viewer.id }, newest(elements), now);
        const size = await boards.sizeOf(trx, classroomId, epoch);
        const isErasing = elements.every(({ isDeleted }) => isDeleted);
        if (!isErasing && (size.elements > MAX_BOARD_ELEMENTS || size.length > MAX_BOARD_LENGTH))
          throw new AppError('full', { sentence: FULL });
        if (size.erased > ERASED_KEPT) await boards.forgetErased(trx, classroomId, size.erased - ERASED_KEPT, now);
      });
    },

    /** Begins an empty board. Throws `conflict` when it was cleared or closed meanwhile. */
    clear: (viewer: SignedInViewer, classroomId: string, epoch: number): Promise<ClassroomBoard> =>
      change(viewer, classroomId, async (trx, board, now) => {
        if (!board.isOpen) throw new AppError('conflict', { sentence: CLOSED });
        if (board.epoch !== epoch) throw new AppError('conflict', { sentence: CLEARED });
        await boards.clear(trx, classroomId, epoch, now);
      }),

    /** Brings back what the last clearing erased. Throws `conflict` when there is nothing. */
    restore: (viewer: SignedInViewer, classroomId: string): Promise<ClassroomBoard> =>
      change(viewer, classroomId, async (trx, { canRestore, epoch }, now) => {
        if (!canRestore) throw new AppError('conflict', { sentence: NOTHING_CLEARED });
        await boards.restore(trx, classroomId, epoch, now);
      }),

    /** Erases everything that was ever drawn, so that the host cannot bring it back. */
    clearByStaff: (trx: Trx, classroomId: string): Promise<void> => boards.wipe(trx, classroomId, clock.now()),

    /** Adds a picture of the board to the materials of the class. Throws what adding a material does. */
    async savePicture(viewer: SignedInViewer, classroomId: string, image: string): Promise<void> {
      requireModerator(requireRoom(await rooms.find(classroomId, viewer.id)).access);
      await limiter.consume(`board-picture:${viewer.id}`, PICTURES);
      const bytes = Buffer.from(image, 'base64');
      if (detectType(bytes) !== 'image/png') throw new AppError('invalid', { fields: { image: UNREADABLE } });
      await materials.addPicture(viewer, classroomId, { title: 'ホワイトボード', bytes });
    },

    /**
     * Reports the board to the staff. What is drawn, by whom, and the participants are stored as they are now. `isNew` is
     * false when the same user has reported it before; anonymous viewers have a lower rate limit.
     */
    async report(
      viewer: SessionViewer,
      classroomId: string,
      { reason, detail = '' }: z.output<typeof reportClassroomBoard.body>,
    ): Promise<{ isNew: boolean }> {
      await requireReader(viewer, classroomId);
      if (await boards.hasReported(classroomId, viewer.id)) return { isNew: false };
      await countReport(limiter, viewer);
      const evidence = evidenceOf(await boards.list(classroomId), await rooms.listPresent(classroomId));
      const id = newId('rep');
      const report = { id, classroomId, reporterId: viewer.id, reason, detail, evidence, now: clock.now() };
      return { isNew: await boards.report(report) };
    },
  };
}

/** Returns the last of several changes of one element. */
function newest(changes: readonly BoardChange[]): BoardChange[] {
  const kept = new Map<string, BoardChange>();
  for (const change of changes) if (change.version >= (kept.get(change.id)?.version ?? 0)) kept.set(change.id, change);
  return [...kept.values()];
}

/**
 * The shape of the evidence of a reported comment, with the words on the board and how much each person has drawn; next to
 * it the whole drawing.
 */
function evidenceOf(drawn: readonly DrawnElement[], roster: string[]) {
  const comments = drawn.flatMap(({ element, user_id: userId, updated_at: at }) =>
    element.type === 'text'
      ? [{ id: element.id, userId, body: element.text, createdAt: at.toISOString(), deletedAt: null }]
      : [],
  );
  const authors = new Map<string | null, DrawnElement[]>();
  for (const each of drawn)
    if (each.element.type !== 'text') authors.set(each.user_id, [...(authors.get(each.user_id) ?? []), each]);
  for (const [userId, figures] of authors) {
    const createdAt = (figures.at(-1) as DrawnElement).updated_at.toISOString();
    comments.push({
      id: `figures-${userId}`,
      userId,
      body: `線や図形 ${figures.length}個`,
      createdAt,
      deletedAt: null,
    });
  }
  const drawing = drawn.map(({ element, user_id: userId }) => ({ element, userId }));
  return { ...withHash({ comments, roster }), drawing: withHash({ elements: drawing }) };
}
