import { toast, useIsOnline } from '@manabiba/shared/platform';

/** Lets nothing begin that must fail while the line is down, and says so instead. */
export function useOnlineGuard(): (act: () => void) => void {
  const isOnline = useIsOnline();
  return (act) => {
    if (isOnline) act();
    else toast.message('オフラインのため操作できません。接続が回復してから、もう一度お試しください。');
  };
}
