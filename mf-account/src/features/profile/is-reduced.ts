import type { Me, User } from '@manabiba/shared/contract/users';

/**
 * Whether the api gave nickname and picture alone, as it does for people of 12 or under.
 *
 * To a viewer of that age nobody but a professional can be followed, so for them it says nothing of the other's age.
 * Nobody is told why less is shown: that would tell a child's age to the world.
 */
export function isReduced(user: User, me: Me): boolean {
  if (user.id === me.id || user.canBeFollowed) return false;
  if (me.role !== 'anonymous' && !me.canCommunicateAge) return false;
  return user.introduction === '' && user.job === '' && user.followerCount === 0 && user.followingCount === 0;
}
