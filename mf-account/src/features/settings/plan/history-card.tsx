import { Slot } from '@manabiba/shared/platform';
import { SettingCard } from '@manabiba/shared/ui/setting-card';

import styles from '../settings.module.css';

/** The purchase history. */
export function HistoryCard({ id }: { id: string }) {
  return (
    <SettingCard id={id} title="購入履歴">
      <div className={styles.late}>
        <Slot name="settings-history" />
      </div>
    </SettingCard>
  );
}
