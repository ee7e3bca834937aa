import { livePaths, personDoc } from '@manabiba/shared/contract/room-documents';
import { getMe } from '@manabiba/shared/data/endpoints';
import { changeCached, changeWhile, useLiveDocument } from '@manabiba/shared/platform';
import { useEffect } from 'react';

/**
 * Keeps the user's count of unseen notifications in sync with their live document, in every tab and on every device.
 *
 * The value is written into the cached getMe response, which the whole page reads. Opening the inbox marks everything
 * as seen at once, so a slightly older document cannot contradict it.
 */
export function useLiveUnread(userId: string): void {
  const { data } = useLiveDocument(livePaths.person(userId), personDoc);
  useEffect(() => {
    if (!data) return;
    const { unreadNotificationCount } = data;
    void changeWhile(
      changeCached(
        getMe,
        () => true,
        (me) => (me.role === 'anonymous' || me.id !== userId ? me : { ...me, unreadNotificationCount }),
      ),
      () => Promise.resolve(),
    );
  }, [data, userId]);
}
