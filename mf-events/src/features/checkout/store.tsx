import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { formatYen } from '@manabiba/shared/format/yen';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Panel } from '@manabiba/shared/ui/panel';

import { formatMoment } from '../../core/format-moment';
import { KonbiniNumbers } from '../../core/participation/konbini-numbers';
import { EventSummary } from './checkout-side';
import { EventCrumb } from './event-crumb';

import styles from './checkout.module.css';

interface StoreProps {
  event: ClassroomEvent;
  participation: Participation;
  onSwitch: () => void;
}

const seatFacts = [
  'お席は期限までお取りしています。',
  'お支払いから数分で、お申し込みが完了します。',
  '期限を過ぎてお支払いになった場合は、お席が空いていればご用意し、なければ全額を返金いたします。',
];
const archiveFacts = [
  'お支払いから数分で、ご覧いただけるようになります。',
  'お支払いの前にアーカイブの公開が終わった場合は、メールでお知らせします。その後のお支払いは、全額を返金いたします。',
];

/** A pending convenience store payment, with the deadline first. */
export function Store({ event, participation: { konbini, amount, route }, onSwitch }: StoreProps) {
  if (!konbini) return null;
  const facts = route === 'archive' ? archiveFacts : seatFacts;
  return (
    <>
      <EventCrumb event={event} />
      <Panel className={styles.store}>
        <div>
          <Badge tone="warn">お支払い待ち</Badge>
          <h1 className={styles.storeTitle}>
            {formatMoment(konbini.expiresAt)}までに{formatYen(amount)}をお支払いください。
          </h1>
          <KonbiniNumbers stores={konbini.stores} hasSteps />
        </div>
        <div>
          <EventSummary event={event} />
          <ul className={styles.facts}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <Button variant="ghost" isBlock onClick={onSwitch}>
            別の支払い方に変える
          </Button>
        </div>
      </Panel>
    </>
  );
}
