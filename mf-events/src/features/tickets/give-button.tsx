import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { Button } from '@manabiba/shared/ui/button';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useState } from 'react';

import type { OwnEvent } from './ticket-facts';

/** The dialog, the list below the tickets and the fields of a gift are one chunk: each one more costs the first screens. */
const loadGiving = () => import(/* webpackChunkName: "giving" */ './giving');
export const loadGivenSeats = () => loadGiving().then(({ GivenSeats }) => GivenSeats);
const loadCompanions = () => loadGiving().then(({ CompanionsDialog }) => CompanionsDialog);
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

/** Opens the seats that the user has bought for others, with their links. Nothing for a single seat. */
export function CompanionsButton({ event }: { event: OwnEvent }) {
  const { component: CompanionsDialog, isLoading, fetch } = useLazyComponent(loadCompanions);
  const [isOpen, setIsOpen] = useState(false);
  if ((event.myParticipation.seats ?? 1) === 1 && !isOpen) return null;
  return (
    <>
      <Button variant="ghost" isLoading={isLoading} onClick={() => void fetch().then(setIsOpen)}>
        <VisuallyHidden>{event.title}、</VisuallyHidden>
        <span>お連れの方のお席</span>
      </Button>
      {CompanionsDialog && isOpen && <CompanionsDialog event={event} onClose={() => setIsOpen(false)} />}
    </>
  );
}
