import { changeCached, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';

import type { UserProfile } from '../contract/users';
import { blockUser, getUser, unblockUser } from '../data/endpoints';
import { changeFollow } from './change-follow';

/**
 * Blocks a user, which also ends their following, or unblocks them. Optimistic, rolled back with a message on failure.
 */
export function useBlock(
  { id, nickname, isBlocked }: Pick<UserProfile, 'id' | 'nickname' | 'isBlocked'>,
  onDone: () => void,
) {
  const marked = changeCached(
    getUser,
    ({ params }) => params.id === id,
    (user) => ({ ...user, isBlocked: !isBlocked }),
  );
  const block = useEndpointMutation(blockUser, {
    optimistic: () => [...changeFollow(id, false), marked],
    onError: showMessageFor,
  });
  const unblock = useEndpointMutation(unblockUser, { optimistic: () => marked, onError: showMessageFor });

  const toggle = async () => {
    try {
      await (isBlocked ? unblock : block).run({ params: { id } });
      toast.success(isBlocked ? `${nickname}さんのブロックを解除しました。` : `${nickname}さんをブロックしました。`);
      onDone();
    } catch {
      // The mutation has rolled back and said so; the question stays.
    }
  };
  return { toggle: () => void toggle(), isRunning: block.isRunning || unblock.isRunning };
}
