import { GENERAL_SENTENCE } from '@manabiba/shared/contract/errors';
import type { KonbiniDetails } from '@manabiba/shared/contract/tickets';
import { toast } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { formatMoment } from '../../core/format-moment';
import styles from './tickets.module.css';

type Chain = KonbiniDetails['stores'][number]['chain'];

const chainNames: Record<Chain, string> = {
  lawson: 'ローソン',
  familymart: 'ファミリーマート',
  ministop: 'ミニストップ',
  seicomart: 'セイコーマート',
};

/** What to tell at the till, per chain, and until when. The date comes first. */
export function Konbini({ details: { expiresAt, stores } }: { details: KonbiniDetails }) {
  const [chosen, setChosen] = useState<Chain>();
  const store = stores.find(({ chain }) => chain === chosen) ?? stores[0];
  return (
    <div className={styles.konbini}>
      <p className={styles.due}>
        <strong>{formatMoment(expiresAt)}までに</strong>お支払いください。
      </p>
      {store && (
        <Tabs
          label="お支払い先"
          tabs={stores.map(({ chain }) => ({ key: chain, label: chainNames[chain] }))}
          selected={store.chain}
          onSelect={setChosen}
        >
          <dl className={styles.numbers}>
            <PaymentNumber label="受付番号" value={store.paymentCode} />
            {store.confirmationNumber && <PaymentNumber label="確認番号" value={store.confirmationNumber} />}
          </dl>
        </Tabs>
      )}
    </div>
  );
}

function PaymentNumber({ label, value }: { label: string; value: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => toast.success(`${label}をコピーしました。`),
      () => toast.error(GENERAL_SENTENCE),
    );
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        <IconButton label={`${label}をコピー`} onClick={copy}>
          <Icon icon={Copy} />
        </IconButton>
      </dd>
    </div>
  );
}
