import { showMessageFor } from '@manabiba/shared/platform';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Switch } from '@manabiba/shared/ui/switch';

import { useChangeSettings } from './use-change-settings';

/** The weekly mail; takes effect at once. */
export function DigestCard({ isOn }: { isOn: boolean }) {
  const { run } = useChangeSettings();
  return (
    <SettingCard id="notification-digest" title="まとめのメール">
      <Switch
        label="週に一度、日曜日の朝に受け取る"
        hint="開催される教室と、見ていないアーカイブ"
        checked={isOn}
        onChange={({ target }) => void run({ body: { weeklyDigest: target.checked } }).catch(showMessageFor)}
      />
    </SettingCard>
  );
}
