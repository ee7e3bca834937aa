import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { listClassroomComments } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** As many as the api gives at once. */
const PAGE = 50;

interface OlderOptions {
  /** Position of the oldest comment that is known; a page that brings nothing before it is followed by the next. */
  oldest: string | undefined;
  /** Position up to which newer ones are missing, if any are: they are fetched without being asked for. */
  holeAfter: string | null;
  onTold: (comments: readonly ClassroomComment[]) => void;
}

const place = ({ createdAt, id }: ClassroomComment) => `${createdAt} ${id}`;

/**
 * Comments beyond those of the live collection. The api counts pages from the newest, so the first ones repeat what is
 * known and are passed over.
 */
export function useOlderComments(
  classroomId: string,
  key: string | undefined,
  { oldest, holeAfter, onTold }: OlderOptions,
) {
  const [state, setState] = useState<{ isLoading: boolean; hasFailed: boolean; hasMore: boolean }>({
    isLoading: false,
    hasFailed: false,
    hasMore: true,
  });
  /** Where the next page begins; undefined is the newest. */
  const cursor = useRef<string | undefined>(undefined);

  const page = (from: string | undefined) =>
    callEndpoint(listClassroomComments, {
      params: { id: classroomId },
      query: { order: 'desc', limit: PAGE, cursor: from, key },
    });

  /** Goes on until something older than `before` has come. Returns the cursor of what follows. */
  const fetchBeyond = async (before: string, from: string | undefined): Promise<string | null> => {
    for (let next = from; ;) {
      const { items, nextCursor } = await page(next);
      onTold(items);
      const last = items.at(-1);
      if (nextCursor === null || !last || place(last) < before) return nextCursor;
      next = nextCursor;
    }
  };

  const load = async () => {
    if (state.isLoading) return;
    setState({ ...state, isLoading: true, hasFailed: false });
    try {
      const next = await fetchBeyond(oldest ?? '~', cursor.current);
      cursor.current = next ?? cursor.current;
      setState({ isLoading: false, hasFailed: false, hasMore: next !== null });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setState({ isLoading: false, hasFailed: true, hasMore: true });
    }
  };

  const fillHole = useEffectEvent((after: string) => {
    // It may be tried again by the button that shows older ones.
    fetchBeyond(after, undefined).catch(() => setState((known) => ({ ...known, hasFailed: true })));
  });
  useEffect(() => {
    if (holeAfter !== null) fillHole(holeAfter);
  }, [holeAfter]);

  return { ...state, load: () => void load() };
}
