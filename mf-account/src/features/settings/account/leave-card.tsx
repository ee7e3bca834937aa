import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Button } from '@manabiba/shared/ui/button';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { lazy, Suspense, useState } from 'react';

import styles from '../settings.module.css';

/** Loaded lazily: few users open it. */
const LeaveDialog = lazy(() => import('./leave-dialog').then((module) => ({ default: module.LeaveDialog })));

/** Closing the account, last on the page. The dialog explains the effects. */
export function LeaveCard({ id, me }: { id: string; me: SignedInMe }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SettingCard id={id} title="退会">
      <div className={styles.split}>
        <p className={styles.small}>
          退会から30日以内であれば、ログインしてアカウントを元に戻せます。30日が過ぎると、データは削除されます。
        </p>
        <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
          退会の手続きへ
        </Button>
      </div>
      {isAsking && (
        <Suspense>
          <LeaveDialog me={me} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </SettingCard>
  );
}
