import { Download } from 'lucide-react';

import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { saveFile } from '../ui/save-file';

import styles from './second-factor.module.css';

/** The recovery codes, once: they cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={styles.form}>
      <p>
        認証アプリを使えないときは、回復コードでログインできます。1つのコードは1回だけ使えます。スマートフォンとは別の安全なところに保存してください。この画面を閉じると、もう表示されません。
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
