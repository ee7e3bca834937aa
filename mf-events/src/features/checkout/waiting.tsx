import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listMyEvents } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { Clock } from 'lucide-react';

import { Calm, EventLink, Refund } from './outcomes';

/** The viewer is on the waiting list, by choice or because the payment arrived after the hold expired. */
export function Waiting({ event }: { event: ClassroomEvent }) {
  const { data } = useEndpoint(listMyEvents, { query: { state: 'refunded' } });
  const late = data?.items.find(({ id }) => id === event.id)?.myParticipation;
  if (late?.cancelReason === 'late_payment') return <Refund event={event} participation={late} isFirst />;
  return (
    <Calm icon={Clock} title="キャンセル待ちに登録しています。" actions={<EventLink event={event} />}>
      お席が空くと、メールでお伝えします。
    </Calm>
  );
}
