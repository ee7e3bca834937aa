import type { ClassroomState } from '@manabiba/shared/contract/classrooms';
import { LIVE_FRAME_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent } from 'react';

import type { ListFilter } from './list-filter';

/**
 * Loads the lists behind the tabs. Live and upcoming ones are always loaded because their counts are shown in the tabs;
 * ended and reserved ones only when shown or counted.
 */
export function useClassroomLists({ tab, categoryId }: ListFilter, { isSignedIn }: { isSignedIn: boolean }) {
  return {
    live: useRefreshed(useList('live', categoryId)),
    scheduled: useList('scheduled', categoryId),
    ended: useList('ended', categoryId, { isWanted: tab === 'ended' }),
    reservedLive: useList('live', categoryId, { isWanted: isSignedIn, isReserved: true }),
    reservedScheduled: useList('scheduled', categoryId, { isWanted: isSignedIn, isReserved: true }),
  };
}

export type ClassroomList = ReturnType<typeof useList>;

function useList(state: ClassroomState, categoryId: string | undefined, { isWanted = true, isReserved = false } = {}) {
  const query = { state, categoryId, ...(isReserved ? { reserved: 'true' as const } : {}) };
  const list = useEndpointPages(listClassrooms, isWanted ? { query } : null, { keepPreviousData: true });
  return { ...list, totalCount: list.pages[0]?.totalCount };
}

/** Fetches the list again every 30 seconds while the page is visible: audiences move, and so do the images. */
function useRefreshed(list: ClassroomList): ClassroomList {
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && navigator.onLine) list.retry();
  });
  useEffect(() => {
    const timer = setInterval(refresh, LIVE_FRAME_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return list;
}
