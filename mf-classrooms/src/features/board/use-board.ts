import { type BoardChange, boardChange, type BoardElement } from '@manabiba/shared/contract/board-elements';
import { livePaths, roomBoardDoc, roomBoardElementDoc } from '@manabiba/shared/contract/room-documents';
import { useLiveCollection, useLiveDocument } from '@manabiba/shared/platform';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';

/** The state of a room's board; null when it never had one, undefined while unknown. */
export const useRoomBoard = (classroomId: string) =>
  useLiveDocument(livePaths.roomBoard(classroomId), roomBoardDoc).data;

/**
 * Everything on the board of a room, with what is left of erased elements; undefined while unknown. An unchanged element
 * keeps its identity.
 */
export function useBoardChanges(classroomId: string, epoch: number): readonly BoardChange[] | undefined {
  const { items } = useLiveCollection({ path: livePaths.roomBoardElements(classroomId) }, roomBoardElementDoc, {
    inParts: true,
  });
  const [parsed] = useState(() => new WeakMap<object, BoardChange | null>());
  return useMemo(
    () =>
      items?.flatMap((item) => {
        if (item.epoch !== epoch) return [];
        let change = parsed.get(item);
        if (change === undefined) {
          change = parse(item.json);
          parsed.set(item, change);
        }
        return change ?? [];
      }),
    [items, epoch, parsed],
  );
}

/** Null for what a newer release may put on the board. */
function parse(json: string): BoardChange | null {
  const { data } = z.safeParse(boardChange, JSON.parse(json));
  return data ?? null;
}

/** The elements that are on the board, in the order of drawing. */
export const elementsIn = (changes: readonly BoardChange[]): BoardElement[] =>
  changes
    .filter((change) => !change.isDeleted)
    .sort((a, b) => compare(a.index ?? '', b.index ?? '') || compare(a.id, b.id));

/** By character codes, as fractional indices are compared. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
