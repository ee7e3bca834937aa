import { paths } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';

interface ProfileNameProps {
  /** Whose profile; null where there is none to lead to. */
  userId: string | null;
  className?: string | undefined;
  children: ReactNode;
}

/** A name in a room, which leads to the profile in a tab of its own: nobody leaves a class to look at a profile. */
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
