import type { NotificationSettings } from '@manabiba/shared/contract/notification-settings';
import { showMessageFor, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Select } from '@manabiba/shared/ui/select';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Switch } from '@manabiba/shared/ui/switch';
import { millisecondsInMinute } from 'date-fns/constants';
import { useState } from 'react';

import { DayBar } from './day-bar';
import { nextMorning, shownTime, timeChoices } from './quiet-hours';
import { useChangeSettings, useInstantSettings } from './use-change-settings';

import styles from './settings.module.css';

/** The default quiet hours: from ten to seven. */
const USUAL = { quietFrom: '22:00', quietTo: '07:00' } as const;

/** The hours in which nothing is pushed, and a pause until the next morning. Each change is saved at once. */
export function QuietCard({ settings }: { settings: NotificationSettings }) {
  const { quietFrom, quietTo, timeZone } = settings;
  const isOn = quietFrom !== null && quietTo !== null;
  // The hours of before return when they are turned on again.
  const [last, setLast] = useState({ quietFrom: quietFrom ?? USUAL.quietFrom, quietTo: quietTo ?? USUAL.quietTo });
  const hours = isOn ? { quietFrom, quietTo } : last;
  const { change, outcome } = useInstantSettings();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const keep = (changes: Partial<typeof hours> = {}) => {
    setLast({ ...hours, ...changes });
    return change({ ...hours, ...changes, timeZone: zone });
  };
  const toggle = (isWanted: boolean) => (isWanted ? keep() : change({ quietFrom: null, quietTo: null }));

  return (
    <SettingCard id="notification-quiet" title="通知を控える時間">
      <div className={styles.switchRow}>
        <p>この間のプッシュは鳴らさず、お知らせの一覧とメールには残ります。</p>
        <Switch
          isLabelHidden
          label="通知を控える"
          checked={isOn}
          onChange={({ target }) => void toggle(target.checked)}
        />
      </div>
      {isOn && (
        <>
          <div className={styles.times}>
            <TimeSelect label="開始" value={quietFrom} onChange={(time) => void keep({ quietFrom: time })} />
            <span>から</span>
            <TimeSelect label="終了" value={quietTo} onChange={(time) => void keep({ quietTo: time })} />
            <span>まで</span>
          </div>
          <DayBar from={quietFrom} to={quietTo} />
          {zone !== timeZone && (
            <p className={styles.note}>
              <span>{`いまは${timeZone}の時刻で控えています。`}</span>
              <Button size="small" onClick={() => void keep()}>
                {`この端末の時刻(${zone})に変える`}
              </Button>
            </p>
          )}
        </>
      )}
      <p className={styles.saved} role="status">
        {outcome}
      </p>
      <Pause until={settings.pausedUntil} />
    </SettingCard>
  );
}

function TimeSelect({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  return (
    <Select
      label={label}
      isLabelHidden
      className={styles.time}
      value={value}
      options={timeChoices(value).map((time) => ({ value: time, label: shownTime(time) }))}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Takes effect at once; a pause that is over is none. */
function Pause({ until }: { until: string | null }) {
  const now = useNow(millisecondsInMinute);
  const { run, isRunning } = useChangeSettings();
  const isPaused = until !== null && new Date(until) > now;
  const morning = nextMorning(now);
  const set = (pausedUntil: string | null) => void run({ body: { pausedUntil } }).catch(showMessageFor);
  return (
    <div className={styles.pause}>
      <p role="status">
        {isPaused ? (
          <>
            すべてのプッシュを
            <DateTime value={until} style="moment" now={now} />
            まで休んでいます。
          </>
        ) : (
          '今日だけ、すべてのプッシュを休む'
        )}
      </p>
      {isPaused ? (
        <Button isLoading={isRunning} onClick={() => set(null)}>
          再開する
        </Button>
      ) : (
        <Button isLoading={isRunning} onClick={() => set(morning.until.toISOString())}>
          {morning.name}の7時まで休む
        </Button>
      )}
    </div>
  );
}
