import { isApiError, showMessageFor, toast } from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { type ReactNode, useEffect, useState } from 'react';

import { focusSection } from '../../core/use-focus-on-anchor';

/**
 * Returns a function that gives a section the focus once a removal has been rendered: the clicked button, to which the
 * dialog returns it, goes with what was removed.
 */
export function useFocusAfterRemoval(sectionId: string): () => void {
  const [removals, setRemovals] = useState(0);
  useEffect(() => {
    if (removals > 0) focusSection(sectionId);
  }, [removals, sectionId]);
  return () => setRemovals((count) => count + 1);
}

interface RemoveDialogProps {
  title: string;
  confirmLabel: string;
  /** Said once it is removed. */
  doneMessage: string;
  remove: () => Promise<unknown>;
  isRemoving: boolean;
  onClose: () => void;
  /** See `useFocusAfterRemoval`. */
  onDone: () => void;
  /** It was removed elsewhere, so the list is stale. */
  onGone: () => void;
  children: ReactNode;
}

/** Asks before something of a list in the settings is removed for good. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, confirmLabel, doneMessage, remove, isRemoving, onClose, onDone, onGone, children } = props;
  const finish = () => {
    onClose();
    onDone();
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
