import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';

/** Empty state for a filter without matches, with a button that clears the filter. */
export function NoMatchingEvents({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title="条件に合うイベントはありません。"
      level={2}
      action={<Button onClick={onReset}>すべてのイベントを表示</Button>}
    />
  );
}
