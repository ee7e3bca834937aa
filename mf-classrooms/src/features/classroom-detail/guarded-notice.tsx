import { GUARDED } from '@manabiba/shared/contract/error-sentences';
import { Notice } from '@manabiba/shared/ui/notice';
import { Lock } from 'lucide-react';

import { GUARDED_INSIDE } from '../../core/room/guarded';

/** Explains why a guarded room admits nobody, to its moderators or to those outside. */
export function GuardedNotice({ isInside }: { isInside: boolean }) {
  return (
    <Notice tone="warn" icon={Lock} role="status">
      {isInside ? GUARDED_INSIDE : `${GUARDED}このページは自動で更新されます。`}
    </Notice>
  );
}
