import type { ReactNode } from 'react';

import { Button } from './button';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb of the act, such as 退室させる. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Vermilion, for what cannot be taken back. */
  isDanger?: boolean;
  isLoading?: boolean;
}

/** Asks once more before an act. The way back has the focus. */
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
