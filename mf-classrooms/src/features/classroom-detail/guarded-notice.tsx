import { Notice } from '@manabiba/shared/ui/notice';
import { Lock } from 'lucide-react';

import { GUARDED_INSIDE, GUARDED_OUTSIDE } from '../../core/room/guarded';

/** Tells why a room lets nobody new in although its host has not closed it: who looks after it, or who would come in. */
export function GuardedNotice({ isInside }: { isInside: boolean }) {
  return (
    <Notice tone="warn" icon={Lock} role="status">
      {isInside ? GUARDED_INSIDE : `${GUARDED_OUTSIDE}このページは自動で更新されます。`}
    </Notice>
  );
}
