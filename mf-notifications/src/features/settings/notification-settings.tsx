import { getNotificationSettings } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useLocation } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useEffect, useRef } from 'react';

import { DigestCard } from './digest-card';
import { KindsCard } from './kinds-card';
import { MutesCard } from './mutes-card';
import { PushCard } from './push-card';
import { QuietCard } from './quiet-card';

import styles from './settings.module.css';

/** The anchor of these settings on the page, to which mails and the bell link. */
const ANCHOR = '#notifications';

/** All settings of notifications, in cards. */
export function NotificationSettings() {
  const { data, error, isRefreshing, retry } = useEndpoint(getNotificationSettings, {});
  const { hash } = useLocation();
  const cards = useRef<HTMLDivElement>(null);
  const isAimedAt = hash === ANCHOR && data !== undefined;
  // The page looks for its anchor before the code and the data of these cards have loaded.
  useEffect(() => {
    if (!isAimedAt) return;
    const heading = cards.current?.querySelector('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.closest('section')?.scrollIntoView();
  }, [isAimedAt]);

  if (!data)
    return (
      <SettingCard id="notification-kinds" title="通知設定">
        {error ? (
          <ErrorState title="通知設定を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={6} />
        )}
      </SettingCard>
    );
  return (
    <div ref={cards} className={styles.cards}>
      <KindsCard settings={data} />
      <QuietCard settings={data} />
      <PushCard />
      <MutesCard mutes={data.mutes} />
      <DigestCard isOn={data.weeklyDigest} />
    </div>
  );
}
