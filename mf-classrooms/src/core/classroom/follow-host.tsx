import type { User } from '@manabiba/shared/contract/users';
import { Slot, useMe } from '@manabiba/shared/platform';
import { useHasPainted } from '@manabiba/shared/ui/after-paint';
import { Skeleton } from '@manabiba/shared/ui/skeleton';

import { canFollow } from './viewer';

interface FollowHostProps {
  host: User;
  size?: 'small' | 'medium';
  /** Keeps the place of the button, which comes late. */
  className: string | undefined;
}

/** フォローする for the host of a class, drawn by whoever knows about following. Nothing where this person cannot follow them. */
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
