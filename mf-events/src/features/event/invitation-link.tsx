import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { track, useSearchParams } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { useEffect, useEffectEvent, useState } from 'react';

const loadDialog = () => import('./invitation-dialog').then(({ InvitationDialog }) => InvitationDialog);

/** Entry for invited people; opens at once when the link contains the code. */
export function InvitationLink({ event }: { event: ClassroomEvent }) {
  const { component: InvitationDialog, isLoading, fetch } = useLazyComponent(loadDialog);
  const code = useSearchParams()[0].get('invitation') ?? '';
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    track('click_event_cta');
    void fetch().then(setIsOpen);
  };
  const openNow = useEffectEvent(() => void fetch().then(setIsOpen));
  useEffect(() => {
    if (code !== '') openNow();
  }, [code]);
  return (
    <>
      <Button variant="ghost" isBlock isLoading={isLoading} onClick={open}>
        招待コードをお持ちの方
      </Button>
      {InvitationDialog && isOpen && <InvitationDialog event={event} code={code} onClose={() => setIsOpen(false)} />}
    </>
  );
}
