import { Slot } from '@manabiba/shared/platform';

import { SettingCard } from '../../../core/setting-card';

/** What somebody paid and got back. */
export function HistoryCard({ id }: { id: string }) {
  return (
    <SettingCard id={id} title="購入履歴">
      <Slot name="settings-history" />
    </SettingCard>
  );
}
