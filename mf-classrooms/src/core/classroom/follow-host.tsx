import type { User } from '@manabiba/shared/contract/users';
import { Slot, useMe } from '@manabiba/shared/platform';
import { useHasPainted } from '@manabiba/shared/ui/after-paint';
import { Skeleton } from '@manabiba/shared/ui/skeleton';

import { canFollow } from './viewer';

interface FollowHostProps {
  host: User;
  size?: 'small' | 'medium';
  /** Reserves the space of the button, which loads late. */
  className: string | undefined;
}

/**
 * フォローする for the host of a class, filled by the remote that owns following. Renders nothing when the viewer cannot
 * follow the host.
 */
export function FollowHost({ host, size = 'medium', className }: FollowHostProps) {
  const hasPainted = useHasPainted();
  if (!canFollow(useMe(), host)) return null;
  const place = <Skeleton shape={size === 'small' ? 'small-button' : 'button'} />;
  return (
    <div className={className}>
      {hasPainted ? <Slot name="follow-button" params={{ user: host, size }} fallback={place} isOptional /> : place}
    </div>
  );
}
