import type { NotificationChannel, NotificationSettings } from '@manabiba/shared/contract/notification-settings';
import { showMessageFor } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Switch } from '@manabiba/shared/ui/switch';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';

import { useChangeSettings, useInstantSettings } from './use-change-settings';

import styles from './settings.module.css';

const channels: readonly NotificationChannel[] = ['inApp', 'mail', 'push'];
const channelLabel = { inApp: 'アプリ内', mail: 'メール', push: 'プッシュ' } as const;
const sectionLabel = { classrooms: '教室', events: 'イベント', people: '人', management: '運営' } as const;

/** Which kinds arrive on which channel. A switch takes effect at once, and goes back when the api refuses. */
export function KindsCard({ settings }: { settings: NotificationSettings }) {
  const { change, outcome } = useInstantSettings();
  const sections = [...new Set(settings.kinds.map(({ section }) => section))];

  return (
    <SettingCard id="notification-kinds" title="通知設定">
      {settings.mailRefusedAt !== null && <MailRefused />}
      <table className={styles.kinds}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>種類</VisuallyHidden>
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {channelLabel[channel]}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section}>
            <tr className={styles.section}>
              <th scope="rowgroup" colSpan={channels.length + 1}>
                {sectionLabel[section]}
              </th>
            </tr>
            {settings.kinds
              .filter((row) => row.section === section)
              .map((row) => (
                <KindRow
                  key={row.kind}
                  row={row}
                  isOn={(channel) => settings.channels[row.kind][channel]}
                  onChoose={(channel, isOn) => void change({ channels: { [row.kind]: { [channel]: isOn } } })}
                />
              ))}
          </tbody>
        ))}
      </table>
      <p className={styles.saved} role="status">
        {outcome}
      </p>
    </SettingCard>
  );
}

interface KindRowProps {
  row: NotificationSettings['kinds'][number];
  isOn: (channel: NotificationChannel) => boolean;
  onChoose: (channel: NotificationChannel, isOn: boolean) => void;
}

function KindRow({ row, isOn, onChoose }: KindRowProps) {
  const { label, fixed } = row;
  return (
    <tr>
      <th scope="row">
        {label}
        {fixed.includes('inApp') && <small>アプリ内は、いつも届きます</small>}
      </th>
      {channels.map((channel) => (
        <td key={channel}>
          <Switch
            isLabelHidden
            label={`${label} ${channelLabel[channel]}`}
            checked={isOn(channel)}
            disabled={fixed.includes(channel)}
            onChange={({ target }) => onChoose(channel, target.checked)}
          />
        </td>
      ))}
    </tr>
  );
}

/** The mail server refused the address, so no notification is mailed until the user asks for it. */
function MailRefused() {
  const { run, isRunning } = useChangeSettings();
  return (
    <div className={styles.notice}>
      <Notice
        tone="warn"
        action={
          <Button
            size="small"
            isLoading={isRunning}
            onClick={() => void run({ body: { retryMail: true } }).catch(showMessageFor)}
          >
            メールを再開する
          </Button>
        }
      >
        メールをお届けできなかったため、お知らせのメールを止めています。メールアドレスをご確認ください。
      </Notice>
    </div>
  );
}
