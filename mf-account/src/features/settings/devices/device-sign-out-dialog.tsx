import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';

interface DeviceSignOutDialogProps {
  /** The common name of the device. */
  name: string;
  isLoading: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before signing out on another device. */
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
