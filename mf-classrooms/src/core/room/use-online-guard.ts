import { toast, useIsOnline } from '@manabiba/shared/platform';

/** Runs an action while the device is online; offline it shows a toast instead because the action would fail. */
export function useOnlineGuard(): (act: () => void) => void {
  const isOnline = useIsOnline();
  return (act) => {
    if (isOnline) act();
    else toast.message('オフラインのため操作できません。接続が回復してから、もう一度お試しください。');
  };
}
