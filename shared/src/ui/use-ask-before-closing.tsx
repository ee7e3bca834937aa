import { useState } from 'react';

import { ConfirmDialog } from './confirm-dialog';

/** Closes a dialog, after a `question` to render beside it while there is unsaved input. */
export function useAskBeforeClosing(isDirty: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => (isDirty ? setIsAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={onClose}
        title="入力した内容を破棄しますか"
        confirmLabel="破棄する"
        cancelLabel="入力を続ける"
        isDanger
      >
        このまま閉じると、入力した内容は保存されません。
      </ConfirmDialog>
    ),
  };
}
