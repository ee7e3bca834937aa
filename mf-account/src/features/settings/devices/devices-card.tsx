import type { DeviceSession } from '@manabiba/shared/contract/account';
import { listSessions, revokeSession } from '@manabiba/shared/data/endpoints';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { deviceName } from '@manabiba/shared/format/device-name';
import { isApiError, showMessageFor, toast, useEndpoint, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { millisecondsInMinute } from 'date-fns/constants';
import { Monitor, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { formatAgo } from './ago';

import styles from '../settings.module.css';

const DeviceSignOutDialog = lazy(() =>
  import('./device-sign-out-dialog').then((module) => ({ default: module.DeviceSignOutDialog })),
);

const methodLabel: Record<NonNullable<DeviceSession['method']>, string> = {
  password: 'パスワードで',
  provider: 'Googleで',
  school: '学校のページで',
  passkey: 'パスキーで',
};

const secondFactorLabel: Record<NonNullable<DeviceSession['secondFactor']>, string> = {
  app: '(二段階認証あり)',
  recovery: '(回復コードを使用)',
};

/** The devices on which the user is signed in, with buttons to sign out there. */
export function DevicesCard({ id }: { id: string }) {
  const { data, error, isLoading, isRefreshing, retry } = useEndpoint(listSessions, {}, { maxAgeSeconds: 0 });
  const [leaving, setLeaving] = useState<DeviceSession>();
  const { run, isRunning } = useEndpointMutation(revokeSession);

  const signOutThere = async (device: DeviceSession) => {
    try {
      await run({ params: { id: device.id } });
      toast.success('選んだ端末からログアウトしました。');
      setLeaving(undefined);
    } catch (reason) {
      showMessageFor(reason);
      if (!isApiError(reason) || reason.code !== 'not_found') return;
      // The session has already ended, so the list is stale.
      setLeaving(undefined);
      retry();
    }
  };

  return (
    <SettingCard id={id} title="ログイン中の端末">
      {isLoading && <SkeletonRows count={2} />}
      {error && !data && (
        <ErrorState title="端末の一覧を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      )}
      {data && (
        <>
          <ul className={styles.rows}>
            {data.items.map((device) => (
              <DeviceRow key={device.id} device={device} onSignOut={() => setLeaving(device)} />
            ))}
          </ul>
          <p className={`${styles.note} ${styles.after}`}>
            心あたりのない端末があるときは、その端末からログアウトし、パスワードを変更してください。
          </p>
        </>
      )}
      {leaving && (
        <Suspense>
          <DeviceSignOutDialog
            name={deviceName(leaving.userAgent).name}
            isLoading={isRunning}
            onClose={() => setLeaving(undefined)}
            onConfirm={() => void signOutThere(leaving)}
          />
        </Suspense>
      )}
    </SettingCard>
  );
}

function DeviceRow({ device, onSignOut }: { device: DeviceSession; onSignOut: () => void }) {
  const now = useNow(millisecondsInMinute);
  const { name, isPhone } = deviceName(device.userAgent);
  return (
    <li className={styles.row}>
      <Icon icon={isPhone ? Smartphone : Monitor} size={24} />
      <p className={styles.words}>
        <strong className={styles.value}>{name}</strong>
        {device.isCurrent && <Badge tone="ok">この端末</Badge>}
        <span className={styles.sub}>
          {device.isCurrent ? '現在ご利用中' : `最終利用 ${formatAgo(device.lastUsedAt, now)}`}
          <span>
            <span className={styles.unbroken}>{formatShortDate(device.createdAt, now)}に</span>
            <span className={styles.unbroken}>{`${device.method ? methodLabel[device.method] : ''}ログイン`}</span>
            {device.secondFactor && <span className={styles.unbroken}>{secondFactorLabel[device.secondFactor]}</span>}
          </span>
        </span>
      </p>
      {!device.isCurrent && (
        <Button size="small" aria-label={`${name}からログアウト`} onClick={onSignOut}>
          ログアウト
        </Button>
      )}
    </li>
  );
}
