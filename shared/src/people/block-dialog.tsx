import type { UserProfile } from '../contract/users';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useBlock } from './use-block';

interface BlockDialogProps {
  user: Pick<UserProfile, 'id' | 'nickname' | 'isBlocked'>;
  isOpen: boolean;
  onClose: () => void;
  /** Called on success. Default: `onClose`. */
  onDone?: () => void;
}

/** Asks for confirmation before blocking or unblocking a user. */
export function BlockDialog({ user, isOpen, onClose, onDone = onClose }: BlockDialogProps) {
  const { toggle, isRunning } = useBlock(user, onDone);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={toggle}
      title={user.isBlocked ? `${user.nickname}さんのブロックを解除しますか` : `${user.nickname}さんをブロックしますか`}
      confirmLabel={user.isBlocked ? 'ブロックを解除する' : 'ブロックする'}
      isDanger={!user.isBlocked}
      isLoading={isRunning}
    >
      {user.isBlocked
        ? 'お互いに、もう一度フォローできるようになります。フォローは自動では元に戻りません。'
        : 'お互いのフォローが解除され、フォローできなくなります。この方のコメントは、あなたの画面では隠れます。相手には通知されません。ブロックはいつでも解除できます。'}
    </ConfirmDialog>
  );
}
