import { copyText } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Copy } from 'lucide-react';

import styles from '../settings.module.css';

interface SecretDialogProps {
  title: string;
  label: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret now and never again, to copy. */
export function SecretDialog({ title, label, secret, onClose }: SecretDialogProps) {
  const handleCopy = () => void copyText(secret, { copied: 'コピーしました。', isSelectable: true });
  const footer = (
    <>
      <Button icon={<Icon icon={Copy} />} onClick={handleCopy}>
        コピーする
      </Button>
      <Button variant="primary" onClick={onClose}>
        保管しました
      </Button>
    </>
  );
  return (
    // Closes by its button alone: the secret is not shown again.
    <Dialog isOpen title={title} isBusy onClose={onClose} footer={footer}>
      <div className={styles.fields}>
        <TextField
          label={label}
          hint="いまだけ表示されます。安全な場所に保管し、ほかの人に教えないでください。"
          readOnly
          value={secret}
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  );
}
