import type { SlotParams } from '@manabiba/shared/platform';

import { FollowButton } from '../../core/follow-button';

/** フォローする on pages of other remotes, for the person that they name. */
export function FollowSlot({ user, size = 'medium' }: SlotParams<'follow-button'>) {
  return <FollowButton user={user} size={size} />;
}
