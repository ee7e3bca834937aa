import type { Me, User } from '@manabiba/shared/contract/users';

/**
 * Returns whether the api returned only nickname and image, as it does for people of 12 or under.
 *
 * Viewers of that age can follow only professionals, so for them this does not reveal anyone's age. The reason is never
 * shown: that would disclose a child's age.
 */
export function isReduced(user: User, me: Me): boolean {
  if (user.id === me.id || user.canBeFollowed) return false;
  if (me.role !== 'anonymous' && !me.canCommunicateAge) return false;
  return user.introduction === '' && user.job === '' && user.followerCount === 0 && user.followingCount === 0;
}
