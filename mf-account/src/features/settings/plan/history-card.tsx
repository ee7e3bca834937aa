import { Slot } from '@manabiba/shared/platform';
import { SettingCard } from '@manabiba/shared/ui/setting-card';

/** The purchase history. */
export function HistoryCard({ id }: { id: string }) {
  return (
    <SettingCard id={id} title="購入履歴">
      <Slot name="settings-history" />
    </SettingCard>
  );
}
