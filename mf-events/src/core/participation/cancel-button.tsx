import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { Button } from '@manabiba/shared/ui/button';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useState } from 'react';

interface CancelButtonProps {
  event: Pick<ClassroomEvent, 'id' | 'title' | 'subtitle'>;
  participation: Participation;
  onSettled?: () => void;
  /** The event title is part of the accessible name, for pages with several buttons. */
  isNamed?: boolean;
}

const loadDialog = () => import('./cancel-dialog').then(({ CancelDialog }) => CancelDialog);
const labels: Partial<Record<Participation['state'], string>> = { waitlisted: '待つのをやめる', offered: '辞退する' };

/** Cancels a participation after a confirmation. */
export function CancelButton({ event, participation, onSettled, isNamed = false }: CancelButtonProps) {
  const { component: CancelDialog, isLoading, fetch } = useLazyComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" isLoading={isLoading} onClick={() => void fetch().then(setIsOpen)}>
        {isNamed && <VisuallyHidden>{event.title}、</VisuallyHidden>}
        <span>{labels[participation.state] ?? '取り消す'}</span>
      </Button>
      {CancelDialog && isOpen && (
        <CancelDialog
          event={event}
          participation={participation}
          onClose={() => setIsOpen(false)}
          onSettled={onSettled}
        />
      )}
    </>
  );
}
