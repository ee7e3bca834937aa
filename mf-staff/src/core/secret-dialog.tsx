import { copyText } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import type { ReactNode } from 'react';

import styles from './secret-dialog.module.css';

interface SecretDialogProps {
  title: string;
  secret: string;
  /** The secret is too long for large type. */
  isLong?: boolean;
  /** Whose secret it is, and what for. */
  children: ReactNode;
  onClose: () => void;
}

/** Shows a secret once, to copy: it cannot be read again after the dialog is closed. */
export function SecretDialog({ title, secret, isLong = false, children, onClose }: SecretDialogProps) {
  const handleCopy = () => void copyText(secret, { copied: 'コピーしました。', isSelectable: true });
  return (
    <Dialog
      isOpen
      size="small"
      title={title}
      // Closes by its button alone: the secret is not shown again.
      isBusy
      onClose={onClose}
      footer={
        <>
          <Button onClick={handleCopy}>コピーする</Button>
          <Button variant="primary" onClick={onClose}>
            渡しました
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <p className={isLong ? `${styles.secret} ${styles.long}` : styles.secret}>
        <code>{secret}</code>
      </p>
    </Dialog>
  );
}
