import { isApiError, showMessageFor, toast } from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import type { ReactNode } from 'react';

import { focusSection } from '../../core/use-focus-on-anchor';

interface RemoveDialogProps {
  title: string;
  confirmLabel: string;
  /** Said once it is removed. */
  doneMessage: string;
  remove: () => Promise<unknown>;
  isRemoving: boolean;
  /** Gets the focus afterwards: the clicked button is gone. */
  sectionId: string;
  onClose: () => void;
  /** It was removed elsewhere, so the list is stale. */
  onGone: () => void;
  children: ReactNode;
}

/** Asks before something of a list in the settings is removed for good. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, confirmLabel, doneMessage, remove, isRemoving, sectionId, onClose, onGone, children } = props;
  const finish = () => {
    onClose();
    requestAnimationFrame(() => focusSection(sectionId));
  };
  const confirm = async () => {
    try {
      await remove();
      toast.success(doneMessage);
      finish();
    } catch (reason) {
      showMessageFor(reason);
      if (!isApiError(reason) || reason.code !== 'not_found') return;
      finish();
      onGone();
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={confirmLabel}
      isDanger
      isLoading={isRemoving}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {children}
    </ConfirmDialog>
  );
}
