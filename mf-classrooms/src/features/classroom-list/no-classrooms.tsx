import { EmptyState } from '@manabiba/shared/ui/empty-state';
import type { ReactNode } from 'react';

export interface NoClassroomsProps {
  /** The title. */
  why: string;
  /** What the user can do about it. */
  action?: ReactNode;
}

/** The empty state of a classroom list. */
export function NoClassrooms({ why, action }: NoClassroomsProps) {
  return (
    <EmptyState title="まだ教室はありません。" action={action}>
      {why}
    </EmptyState>
  );
}
