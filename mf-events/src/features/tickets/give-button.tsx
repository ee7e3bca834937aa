import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { Button } from '@manabiba/shared/ui/button';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useState } from 'react';

import type { OwnEvent } from './ticket-facts';

/** The dialog, the list below the tickets and the fields of a gift are one chunk: each one more costs the first screens. */
const loadGiving = () => import(/* webpackChunkName: "giving" */ './giving');
export const loadGivenSeats = () => loadGiving().then(({ GivenSeats }) => GivenSeats);
const loadDialog = () => loadGiving().then(({ GiveDialog }) => GiveDialog);

/** Opens the form that offers a seat to somebody else. */
export function GiveButton({ event }: { event: OwnEvent }) {
  const { component: GiveDialog, isLoading, fetch } = useLazyComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" isLoading={isLoading} onClick={() => void fetch().then(setIsOpen)}>
        <VisuallyHidden>{event.title}、</VisuallyHidden>
        <span>チケットを譲る</span>
      </Button>
      {GiveDialog && isOpen && <GiveDialog event={event} onClose={() => setIsOpen(false)} />}
    </>
  );
}
