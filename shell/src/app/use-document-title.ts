import { isSignedIn, useMe } from '@manabiba/shared/platform';
import { useEffect } from 'react';

const SITE_NAME = 'まなびば';

/**
 * Sets the document title: `{page} | まなびば`, only the name on the top page. Returns that title.
 *
 * The tab and the installed app's icon also show the number of unseen notifications: `(3) {page} | まなびば`.
 */
export function useDocumentTitle(page: string): string {
  const me = useMe();
  const unseen = isSignedIn(me) ? me.unreadNotificationCount : 0;
  const title = page ? `${page} | ${SITE_NAME}` : SITE_NAME;
  useEffect(() => {
    document.title = unseen ? `(${unseen}) ${title}` : title;
  }, [title, unseen]);
  useEffect(() => {
    // Zero removes the number. Browsers without app icons reject or do not know it.
    navigator.setAppBadge?.(unseen).catch(() => undefined);
  }, [unseen]);
  return title;
}
