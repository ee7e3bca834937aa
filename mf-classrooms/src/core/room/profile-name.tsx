import { paths } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';

interface ProfileNameProps {
  /** The profile's user id; null when there is no profile to link to. */
  userId: string | null;
  className?: string | undefined;
  children: ReactNode;
}

/** A name in a room that links to the profile in a new tab, so that nobody leaves a class to view a profile. */
export function ProfileName({ userId, className, children }: ProfileNameProps) {
  if (userId === null) return <span className={className}>{children}</span>;
  return (
    <a
      className={className}
      href={paths.user.href({ id: userId })}
      target="_blank"
      rel="noopener"
      title="新しいタブで開きます"
    >
      {children}
    </a>
  );
}
