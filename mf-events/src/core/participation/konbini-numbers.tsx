import { konbiniChains } from '@manabiba/shared/contract/konbini-chains';
import type { KonbiniDetails } from '@manabiba/shared/contract/tickets';
import { copyText } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import styles from './konbini-numbers.module.css';

type Store = KonbiniDetails['stores'][number];

const MACHINE = ['申込券を受け取り、30分以内にレジへ持っていく', '現金で支払う'];
const STEPS: Record<Store['chain'], readonly string[]> = {
  lawson: ['店頭のLoppiで「各種番号をお持ちの方」を選び、番号を入力する', ...MACHINE],
  familymart: ['店頭のマルチコピー機で「代金支払い」を選び、番号を入力する', ...MACHINE],
  ministop: ['店頭のLoppiで「各種番号をお持ちの方」を選び、番号を入力する', ...MACHINE],
  seicomart: ['レジで「インターネット支払い」と伝える', '画面で番号を入力し、現金で支払う'],
};

interface KonbiniNumbersProps {
  stores: readonly Store[];
  /** Also shows the instructions for paying at the store. */
  hasSteps?: boolean;
}

/** The numbers to give at the till, per chain. */
export function KonbiniNumbers({ stores, hasSteps = false }: KonbiniNumbersProps) {
  const [chosen, setChosen] = useState<Store['chain']>();
  const store = stores.find(({ chain }) => chain === chosen) ?? stores[0];
  if (!store) return null;
  return (
    <Tabs
      label="お支払い先"
      tabs={stores.map(({ chain }) => ({ key: chain, label: konbiniChains[chain] }))}
      selected={store.chain}
      onSelect={setChosen}
    >
      <dl className={hasSteps ? `${styles.numbers} ${styles.large}` : styles.numbers}>
        <PaymentNumber label="受付番号" value={store.paymentCode} />
        {store.confirmationNumber && <PaymentNumber label="確認番号" value={store.confirmationNumber} />}
      </dl>
      {hasSteps && (
        <ol className={styles.steps}>
          {STEPS[store.chain].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </Tabs>
  );
}

/** Groups digits for reading aloud: short numbers by three, long ones by four. */
const inGroups = (digits: string) => digits.match(digits.length > 6 ? /.{1,4}/g : /.{1,3}/g)?.join(' ') ?? digits;

function PaymentNumber({ label, value }: { label: string; value: string }) {
  const copy = () => void copyText(value, { copied: `${label}をコピーしました。`, isSelectable: true });
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {inGroups(value)}
        <IconButton label={`${label}をコピー`} onClick={copy}>
          <Icon icon={Copy} />
        </IconButton>
      </dd>
    </div>
  );
}
