import type { User } from '@manabiba/shared/contract/users';
import { followUser, unfollowUser } from '@manabiba/shared/data/endpoints';
import { changeFollow } from '@manabiba/shared/people/change-follow';
import { showMessageFor, track, useEndpointMutation } from '@manabiba/shared/platform';

/**
 * Follows somebody or stops following them with one press. Whatever shows the person changes at once, the count by
 * one, and changes back with a message when the call fails.
 */
export function useFollow({ id, isFollowed }: Pick<User, 'id' | 'isFollowed'>) {
  const options = { optimistic: () => changeFollow(id, !isFollowed), onError: showMessageFor };
  const follow = useEndpointMutation(followUser, options);
  const unfollow = useEndpointMutation(unfollowUser, options);
  const isRunning = follow.isRunning || unfollow.isRunning;

  const toggle = () => {
    // A second press before the first is answered would be taken for its opposite.
    if (isRunning) return;
    if (!isFollowed) track('click_follow');
    const call = isFollowed ? unfollow : follow;
    // The mutation has rolled back and said so.
    call.run({ params: { id } }).catch(() => undefined);
  };
  return { toggle, isRunning };
}
