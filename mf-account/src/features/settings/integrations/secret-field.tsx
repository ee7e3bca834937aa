import { toast } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Copy } from 'lucide-react';

import styles from '../settings.module.css';

/** A secret that is shown now and never again, to copy. */
export function SecretField({ label, secret }: { label: string; secret: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => toast.success('コピーしました。'),
      () => toast.error('コピーできませんでした。選択してコピーしてください。'),
    );
  return (
    <>
      <TextField
        label={label}
        hint="いまだけ表示されます。安全な場所に保管し、ほかの人に教えないでください。"
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button icon={<Icon icon={Copy} />} onClick={copy}>
          コピーする
        </Button>
      </div>
    </>
  );
}
