import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { listClassroomComments } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** The maximum page size of the api. */
const PAGE = 50;

interface OlderOptions {
  /** Sort key of the oldest known comment; pages without anything older are skipped. */
  oldest: string | undefined;
  /** Sort key after which comments are missing, if any; they are fetched automatically. */
  holeAfter: string | null;
  onFetched: (comments: readonly ClassroomComment[]) => void;
}

const place = ({ createdAt, id }: ClassroomComment) => `${createdAt} ${id}`;

/**
 * Loads comments beyond the live collection. The api paginates from the newest, so the first pages repeat known
 * comments and are skipped.
 */
export function useOlderComments(
  classroomId: string,
  key: string | undefined,
  { oldest, holeAfter, onFetched }: OlderOptions,
) {
  const [state, setState] = useState<{ isLoading: boolean; hasFailed: boolean; hasMore: boolean }>({
    isLoading: false,
    hasFailed: false,
    hasMore: true,
  });
  /** Cursor of the next page; undefined starts at the newest. */
  const cursor = useRef<string | undefined>(undefined);

  const page = (from: string | undefined) =>
    callEndpoint(listClassroomComments, {
      params: { id: classroomId },
      query: { order: 'desc', limit: PAGE, cursor: from, key },
    });

  /** Fetches pages until something older than `before` has arrived. Returns the next cursor. */
  const fetchBeyond = async (before: string, from: string | undefined): Promise<string | null> => {
    for (let next = from; ;) {
      const { items, nextCursor } = await page(next);
      onFetched(items);
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
    // Can be retried with the button for older comments.
    fetchBeyond(after, undefined).catch(() => setState((known) => ({ ...known, hasFailed: true })));
  });
  useEffect(() => {
    if (holeAfter !== null) fillHole(holeAfter);
  }, [holeAfter]);

  return { ...state, load: () => void load() };
}
