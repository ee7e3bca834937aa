import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { saveFile } from '@manabiba/shared/ui/save-file';
import { Download } from 'lucide-react';

import styles from './staff-session.module.css';

/** The recovery codes, once: they cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={styles.form}>
      <h1>回復コード</h1>
      <p>
        スマートフォンをなくしたときは、このコードで作業できます。安全なところに保存してください。この画面を閉じると、もう表示されません。
      </p>
      <ul className={styles.codes} aria-label="回復コード">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button
        icon={<Icon icon={Download} />}
        onClick={() => saveFile('manabiba-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
      >
        ファイルに保存
      </Button>
      <Button variant="primary" onClick={onDone}>
        保存しました
      </Button>
    </div>
  );
}
