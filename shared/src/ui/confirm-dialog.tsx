import type { ReactNode } from 'react';

import { Button } from './button';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The verb of the action, such as 退室させる. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Vermilion, for an irreversible action. */
  isDanger?: boolean;
  isLoading?: boolean;
}

/** Asks for confirmation before an action. The cancel button has focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onClose,
    onConfirm,
    title,
    children,
    confirmLabel,
    cancelLabel = 'キャンセル',
    isDanger = false,
    isLoading = false,
  } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      size="small"
      isBusy={isLoading}
      footer={
        <>
          <Button data-autofocus disabled={isLoading} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} isLoading={isLoading} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
