import { LINK_EXPIRED } from '@manabiba/shared/contract/error-sentences';
import { Icon } from '@manabiba/shared/ui/icon';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';

import { Gate, GateActions, GatePanel } from '../gate/gate';
import { BackToSignIn } from './back-to-sign-in';

/** A link that is used, expired or invalid: the reason, and the next action. */
export function ExpiredLink({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Gate foot={<BackToSignIn />}>
      <GatePanel title={LINK_EXPIRED} sign={<Icon icon={Hourglass} size={32} />}>
        <p role="status">{children}</p>
        {action && <GateActions>{action}</GateActions>}
      </GatePanel>
    </Gate>
  );
}
