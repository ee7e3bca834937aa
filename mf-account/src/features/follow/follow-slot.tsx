import type { User } from '@manabiba/shared/contract/users';

import { FollowButton } from '../../core/follow-button';

/** フォローする on pages of others, for the person that they name. */
export function FollowSlot({ user, size }: { user?: unknown; size?: unknown }) {
  return isUser(user) ? <FollowButton user={user} size={size === 'small' ? 'small' : 'medium'} /> : null;
}

/** What another remote gives is not checked by the compiler. */
const isUser = (value: unknown): value is User =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'nickname' in value &&
  'canBeFollowed' in value &&
  'isFollowed' in value;
