import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';

interface DeviceSignOutDialogProps {
  /** What people call the device. */
  name: string;
  isLoading: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before somebody is signed out on another device. */
export function DeviceSignOutDialog({ name, isLoading, onClose, onConfirm }: DeviceSignOutDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      isLoading={isLoading}
      title="この端末からログアウトしますか"
      confirmLabel="ログアウトする"
      isDanger
    >
      <p>{name}では、もう一度ログインするまでご利用いただけなくなります。</p>
    </ConfirmDialog>
  );
}
