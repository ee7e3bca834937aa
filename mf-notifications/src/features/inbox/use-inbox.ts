import type { UserNotification } from '@manabiba/shared/contract/notifications';
import { getMe, listNotifications, readNotification } from '@manabiba/shared/data/endpoints';
import { changeCached, showMessageFor, useEndpointMutation, useEndpointPages } from '@manabiba/shared/platform';

const everyInput = () => true;

/** The bell's dot goes out as soon as the list is asked for, and comes back when that fails. */
const withoutUnseen = () =>
  changeCached(getMe, everyInput, (me) => (me.role === 'anonymous' ? me : { ...me, unreadNotificationCount: 0 }));

const readUpTo = (newest: UserNotification) =>
  changeCached(listNotifications, everyInput, (page) => ({
    ...page,
    items: page.items.map((item) => (item.createdAt <= newest.createdAt ? { ...item, isRead: true } : item)),
  }));

/**
 * The inbox of the person at hand.
 *
 * Opening it always asks the api, even where a hover has brought the list already: a hover is not a look, so only this
 * tells the api that the notifications have been seen.
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

  /** Marks a notification and every older one as read; shown at once, taken back with a message when it fails. */
  function markRead(notification: UserNotification) {
    if (!notification.isRead) void run({ params: { id: notification.id } }).catch(() => undefined);
  }

  return {
    ...list,
    /** Undefined until the list is there. */
    items: list.pages.length > 0 ? list.items : undefined,
    hasUnread: list.items.some(({ isRead }) => !isRead),
    markRead,
    markAllRead: () => newest && void run({ params: { id: newest.id } }).catch(() => undefined),
  };
}
