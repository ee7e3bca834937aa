import type { PushDevice } from '@manabiba/shared/contract/push-subscriptions';
import { deletePushSubscription, testPushSubscription } from '@manabiba/shared/data/endpoints';
import { deviceName } from '@manabiba/shared/format/device-name';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { Bell, CircleCheck } from 'lucide-react';
import { useState } from 'react';

import { turnPushOff } from '../../core/push/push-device';

import styles from './settings.module.css';

/** This device receives push: sends a test message and stops it. */
export function ThisDevice({ device }: { device: PushDevice }) {
  const test = useEndpointMutation(testPushSubscription);
  const stop = useEndpointMutation(deletePushSubscription);
  const [isSent, setIsSent] = useState(false);
  const input = { params: { id: device.id } };

  async function handleTest() {
    setIsSent(false);
    await test.run(input).then(
      () => setIsSent(true),
      () => undefined,
    );
  }

  async function handleStop() {
    try {
      // First on the server: a failure leaves both as they were.
      await stop.run(input);
      await turnPushOff();
    } catch (error) {
      showMessageFor(error);
    }
  }

  return (
    <>
      <div className={styles.push}>
        <span className={`${styles.pushSign} ${styles.ok}`}>
          <Icon icon={Bell} />
        </span>
        <div className={styles.pushWords}>
          <h3>この端末で受け取っています。</h3>
          <p>{deviceName(device.userAgent).name}</p>
        </div>
        <div className={styles.pushActions}>
          <Button isLoading={test.isRunning} onClick={() => void handleTest()}>
            試しに送る
          </Button>
          <Button variant="ghost" isLoading={stop.isRunning} onClick={() => void handleStop()}>
            停止する
          </Button>
        </div>
      </div>
      <p role="status" className={styles.sent}>
        {isSent && (
          <>
            <Icon icon={CircleCheck} size={16} />
            送りました。届かないときは、端末の通知の設定をご確認ください。
          </>
        )}
      </p>
      {test.error && <FieldError>{test.error.message}</FieldError>}
    </>
  );
}
