import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { track } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

const loadDialog = () => import('./invitation-dialog').then(({ InvitationDialog }) => InvitationDialog);

/** The way in for people whom the organizer has given a code. */
export function InvitationLink({ event }: { event: ClassroomEvent }) {
  const { component: InvitationDialog, isLoading, fetch } = useLazyComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    track('click_event_cta');
    void fetch().then(setIsOpen);
  };
  return (
    <>
      <Button variant="ghost" isBlock isLoading={isLoading} onClick={open}>
        招待コードをお持ちの方
      </Button>
      {InvitationDialog && isOpen && <InvitationDialog event={event} onClose={() => setIsOpen(false)} />}
    </>
  );
}
