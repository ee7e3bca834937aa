import { showMessageFor, useSignOut } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { LogOut } from 'lucide-react';
import { useState } from 'react';

import styles from '../settings.module.css';

/**
 * Signs out on this device. Shown here for everyone because the menu offers it only to users with an e-mail address.
 */
export function SignOutCard({ id }: { id: string }) {
  const signOut = useSignOut();
  const [isRunning, setIsRunning] = useState(false);

  async function handleClick() {
    setIsRunning(true);
    try {
      await signOut();
    } catch (error) {
      showMessageFor(error);
      setIsRunning(false);
    }
  }

  return (
    <SettingCard id={id} title="ログアウト">
      <div className={styles.split}>
        <p className={styles.small}>学校や図書館など、ほかの人も使う端末では、使い終わったらログアウトしてください。</p>
        <Button icon={<Icon icon={LogOut} />} isLoading={isRunning} onClick={() => void handleClick()}>
          この端末からログアウト
        </Button>
      </div>
    </SettingCard>
  );
}
