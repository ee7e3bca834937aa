import { EmptyState } from '@manabiba/shared/ui/empty-state';
import type { ReactNode } from 'react';

export interface NoClassroomsProps {
  /** Why there is nothing. */
  why: string;
  /** What to do about it. */
  action?: ReactNode;
}

/** What an empty list of classrooms says. */
export function NoClassrooms({ why, action }: NoClassroomsProps) {
  return (
    <EmptyState title="まだ教室はありません。" action={action}>
      {why}
    </EmptyState>
  );
}
