import { getPushKey, listPushSubscriptions } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { type ReactNode, useState } from 'react';

import { pushPermission } from '../../core/push/push-device';
import { OtherDevices } from './other-devices';
import { AskForPush, PushDenied, PushUnavailable, PushUnsupported } from './push-states';
import { ThisDevice } from './this-device';

/** Push messages on this device and on the user's others. */
export function PushCard() {
  const key = useEndpoint(getPushKey, {});
  const devices = useEndpoint(listPushSubscriptions, {}, { maxAgeSeconds: 0 });
  const [permission, setPermission] = useState(pushPermission);
  const current = devices.data?.items.find(({ isCurrent }) => isCurrent);
  const others = devices.data?.items.filter(({ isCurrent }) => !isCurrent) ?? [];
  const failed = key.error && !key.data ? key : devices.error && !devices.data ? devices : null;

  function thisDevice(): ReactNode {
    if (permission === 'unsupported') return <PushUnsupported />;
    if (failed)
      return (
        <ErrorState title="端末を表示できませんでした。" onRetry={failed.retry} isRetrying={failed.isRefreshing} />
      );
    if (!key.data || !devices.data) return <SkeletonRows count={1} />;
    if (key.data.publicKey === null) return <PushUnavailable />;
    if (permission === 'denied') return <PushDenied onRetry={() => setPermission(pushPermission())} />;
    if (permission === 'granted' && current) return <ThisDevice device={current} />;
    return <AskForPush publicKey={key.data.publicKey} onAnswer={setPermission} />;
  }

  return (
    <SettingCard id="notification-push" title="プッシュ通知">
      {thisDevice()}
      <OtherDevices devices={others} />
    </SettingCard>
  );
}
