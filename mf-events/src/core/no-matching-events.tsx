import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';

/** A filter leaves no event; one press takes it back. */
export function NoMatchingEvents({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title="条件に合うイベントはありません。"
      level={2}
      action={<Button onClick={onReset}>すべてのイベントを表示</Button>}
    />
  );
}
