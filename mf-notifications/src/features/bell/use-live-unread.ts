import { livePaths, personDoc } from '@manabiba/shared/contract/room-documents';
import { getMe } from '@manabiba/shared/data/endpoints';
import { changeCached, changeWhile, useLiveDocument } from '@manabiba/shared/platform';
import { useEffect } from 'react';

/**
 * Keeps the person's number of unseen notifications as their live document says it, in every tab and on every device.
 *
 * What the document says goes into the cached answer of getMe, from which the whole page reads. So an inbox that is
 * being opened, which counts as seen at once, is not contradicted by a document that is a moment older.
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
