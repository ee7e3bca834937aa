import type { Intent } from '@manabiba/shared/session/intent';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';

import { promiseOf } from './carry-out';

import styles from './sign-in.module.css';

/** Shows what else signing in or up will do, with a button to cancel it. */
export function IntentNotice({
  intent,
  tab,
  onDrop,
}: {
  intent: Intent;
  tab: 'signin' | 'signup';
  onDrop: () => void;
}) {
  return (
    <div className={styles.intent}>
      <Notice
        action={
          <Button size="small" onClick={onDrop}>
            やめる
          </Button>
        }
      >
        {promiseOf(intent, tab === 'signup' ? '登録すると' : 'ログインすると')}
      </Notice>
    </div>
  );
}
