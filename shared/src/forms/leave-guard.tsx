import { blockNavigation, useNavigate } from '@manabiba/shared/platform';

import { ConfirmDialog } from '../ui/confirm-dialog';
import { useHeldNavigation } from '../ui/use-held-navigation';

/**
 * Asks for confirmation before the user leaves the page by a link or browser navigation, or closes it, while `isDirty`,
 * because their input would be lost. A page may have several: one of them asks.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const navigate = useNavigate();
  const { goal, stay, release } = useHeldNavigation(isDirty, { blockNavigation, asksBeforeUnload: true });

  const handleConfirm = () => {
    release();
    if (goal === -1) void navigate(goal);
    else if (goal !== null) void navigate(goal);
  };

  return (
    <ConfirmDialog
      isOpen={goal !== null}
      onClose={stay}
      onConfirm={handleConfirm}
      title="変更が保存されていません"
      confirmLabel="保存せずに移動する"
      cancelLabel="編集を続ける"
      isDanger
    >
      このまま移動すると、変更した内容は失われます。
    </ConfirmDialog>
  );
}
