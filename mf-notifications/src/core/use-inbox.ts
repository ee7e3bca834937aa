import type { UserNotification } from '@manabiba/shared/contract/notifications';
import {
  getMe,
  listNotificationGroup,
  listNotifications,
  openNotification,
  readAllNotifications,
  readNotification,
} from '@manabiba/shared/data/endpoints';
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

/** The cached lines and opened groups, with those that `isMeant` selects read. */
const withRead = (isMeant: (item: UserNotification) => boolean) => {
  const read = (items: UserNotification[]) => items.map((item) => (isMeant(item) ? { ...item, isRead: true } : item));
  return [
    changeCached(listNotifications, everyInput, (page) => ({ ...page, items: read(page.items) })),
    changeCached(listNotificationGroup, everyInput, (group) => ({ items: read(group.items) })),
  ];
};

/**
 * The current user's inbox.
 *
 * Opening it always refetches, even when a hover has prefetched the list: a prefetch does not count as a view, so only
 * this request marks the notifications as seen.
 */
export function useInbox() {
  const list = useEndpointPages(listNotifications, {}, { maxAgeSeconds: 0, optimistic: withoutUnseen });
  const readAll = useEndpointMutation(readAllNotifications, {
    optimistic: () => withRead(() => true),
    onError: showMessageFor,
  });
  const open = useEndpointMutation(openNotification, {
    optimistic: ({ params }) => withRead(({ id }) => id === params.id),
    onError: showMessageFor,
  });
  const readOne = useEndpointMutation(readNotification, {
    optimistic: ({ params }) => withRead(({ id }) => id === params.id),
    onError: showMessageFor,
  });
  const me = useMe();
  const unseen = isSignedIn(me) ? me.unreadNotificationCount : 0;
  const isCurrent = list.pages.length > 0 && !list.error && !list.isRefreshing;

  return {
    ...list,
    /** Undefined until the list has loaded. */
    items: list.pages.length > 0 ? list.items : undefined,
    /** How many have arrived since the list was fetched, by the live count. */
    arrivals: isCurrent ? unseen : 0,
    showArrivals: list.retry,
    hasUnread: list.items.some(({ isRead }) => !isRead),
    /** Records that a notification was opened; marks it, and nothing else, as read, and rolls that back on failure. */
    markOpened: ({ id }: UserNotification) =>
      void open.run({ params: { id }, body: { from: 'inApp' } }).catch(() => undefined),
    /** Marks one line as read without opening it, and rolls back with a message on failure. */
    markRead: ({ id }: UserNotification) =>
      void readOne.run({ params: { id }, query: { only: 'true' } }).catch(() => undefined),
    /** Marks everything as read, and rolls back with a message on failure. */
    markAllRead: () => void readAll.run({}).catch(() => undefined),
  };
}
