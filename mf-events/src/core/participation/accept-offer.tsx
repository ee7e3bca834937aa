import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { createParticipation } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';

import { applicationError } from './application-error';

interface AcceptOfferProps {
  event: Pick<ClassroomEvent, 'id'>;
  participation: Pick<Participation, 'ticketTypeId'>;
  /** Called after the seat was taken or turned out to be gone: the displayed event is stale. */
  onSettled?: () => void;
}

/** Accepts a free seat offered from the waiting list. */
export function AcceptOffer({ event, participation, onSettled }: AcceptOfferProps) {
  const { run, isRunning } = useEndpointMutation(createParticipation, {
    onSuccess: () => toast.success('お申し込みが完了しました。'),
    onError: (error) => toast.error(applicationError(error)),
  });
  const accept = () =>
    void run({ params: { id: event.id }, body: { ticketTypeId: participation.ticketTypeId } })
      .catch(() => undefined)
      .finally(onSettled);
  return (
    <Button variant="primary" isBlock isLoading={isRunning} onClick={accept}>
      お席を受け取る
    </Button>
  );
}
