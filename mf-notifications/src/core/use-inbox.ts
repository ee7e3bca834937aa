import type { UserNotification } from '@manabiba/shared/contract/notifications';
import { getMe, listNotifications, readNotification } from '@manabiba/shared/data/endpoints';
import {
  changeCached,
  isSignedIn,
  showMessageFor,
  useEndpointMutation,
  useEndpointPages,
  useMe,
} from '@manabiba/shared/platform';

const everyInput = () => true;

/** Clears the bell's dot optimistically when the list is requested, and restores it when the request fails. */
const withoutUnseen = () =>
  changeCached(getMe, everyInput, (me) => (me.role === 'anonymous' ? me : { ...me, unreadNotificationCount: 0 }));

const readUpTo = (newest: UserNotification) =>
  changeCached(listNotifications, everyInput, (page) => ({
    ...page,
    items: page.items.map((item) => (item.createdAt <= newest.createdAt ? { ...item, isRead: true } : item)),
  }));

/**
 * The current user's inbox.
 *
 * Opening it always refetches, even when a hover has prefetched the list: a prefetch does not count as a view, so only
 * this request marks the notifications as seen.
 */
export function useInbox() {
  const list = useEndpointPages(listNotifications, {}, { maxAgeSeconds: 0, optimistic: withoutUnseen });
  const { run } = useEndpointMutation(readNotification, {
    optimistic: ({ params }) => {
      const newest = list.items.find(({ id }) => id === params.id);
      return newest ? readUpTo(newest) : [];
    },
    onError: showMessageFor,
  });
  const [newest] = list.items;
  const me = useMe();
  const unseen = isSignedIn(me) ? me.unreadNotificationCount : 0;
  const isCurrent = list.pages.length > 0 && !list.error && !list.isRefreshing;

  /** Marks a notification and every older one as read; optimistic, rolled back with a message on failure. */
  function markRead(notification: UserNotification) {
    if (!notification.isRead) void run({ params: { id: notification.id } }).catch(() => undefined);
  }

  return {
    ...list,
    /** Undefined until the list has loaded. */
    items: list.pages.length > 0 ? list.items : undefined,
    /** How many have arrived since the list was fetched, by the live count. */
    arrivals: isCurrent ? unseen : 0,
    showArrivals: list.retry,
    hasUnread: list.items.some(({ isRead }) => !isRead),
    markRead,
    markAllRead: () => newest && void run({ params: { id: newest.id } }).catch(() => undefined),
  };
}
