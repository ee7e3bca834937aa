import type { User } from '@manabiba/shared/contract/users';
import { followUser, unfollowUser } from '@manabiba/shared/data/endpoints';
import { changeFollow } from '@manabiba/shared/people/change-follow';
import { showMessageFor, track, useEndpointMutation } from '@manabiba/shared/platform';

/**
 * Toggles following a user. All views of the user and the follower count update optimistically and roll back with a
 * message when the call fails.
 */
export function useFollow({ id, isFollowed }: Pick<User, 'id' | 'isFollowed'>) {
  const options = { optimistic: () => changeFollow(id, !isFollowed), onError: showMessageFor };
  const follow = useEndpointMutation(followUser, options);
  const unfollow = useEndpointMutation(unfollowUser, options);
  const isRunning = follow.isRunning || unfollow.isRunning;

  const toggle = () => {
    // A second click while a call is running would be read as its opposite.
    if (isRunning) return;
    if (!isFollowed) track('click_follow');
    const call = isFollowed ? unfollow : follow;
    // The mutation has already rolled back and shown a message.
    call.run({ params: { id } }).catch(() => undefined);
  };
  return { toggle, isRunning };
}
