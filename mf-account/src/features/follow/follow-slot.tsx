import type { SlotParams } from '@manabiba/shared/platform';

import { FollowButton } from '../../core/follow-button';

/** The follow button on pages of other remotes, for the person they pass in. */
export function FollowSlot({ user, size = 'medium' }: SlotParams<'follow-button'>) {
  return <FollowButton user={user} size={size} />;
}
