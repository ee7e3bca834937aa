import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { track } from '@manabiba/shared/platform';
import { useState } from 'react';

import type { CallToAction } from './call-to-action';

const loadDialog = () => import('./apply-dialog').then(({ ApplyDialog }) => ApplyDialog);

/**
 * The dialog that confirms an application. The page holds it, not the button: of the two buttons the layout shows one,
 * and an open dialog outlives a change of the window's width.
 */
export function useApplication() {
  const { component, isLoading, fetch } = useLazyComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    track('click_event_cta');
    void fetch().then(setIsOpen);
  };
  return { component, isOpen, isLoading, open, close: () => setIsOpen(false) };
}

export type Application = ReturnType<typeof useApplication>;

interface OpenApplicationProps {
  application: Application;
  event: ClassroomEvent;
  action: CallToAction;
  /** Called when the displayed event is stale. */
  onRefused: () => void;
}

/** Shows the dialog while it is open and the event can be applied for. */
export function OpenApplication({ application, event, action, onRefused }: OpenApplicationProps) {
  const { component: ApplyDialog, isOpen, close } = application;
  if (!ApplyDialog || !isOpen || (action.kind !== 'apply' && action.kind !== 'wait')) return null;
  return (
    <ApplyDialog
      event={event}
      ticket={action.ticket}
      isWaiting={action.kind === 'wait'}
      onClose={close}
      onRefused={onRefused}
    />
  );
}
