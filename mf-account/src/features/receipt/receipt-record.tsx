import type { Receipt } from '@manabiba/shared/contract/receipts';
import { calendarParts, formatTime } from '@manabiba/shared/format/date-time';
import { Panel } from '@manabiba/shared/ui/panel';

import { receiptTitle } from './receipt-words';

import styles from './receipt.module.css';

/** Such as 11/21 18:46, in the viewer's time zone. */
function issuedWords(iso: string): string {
  const { month, day } = calendarParts(iso);
  return `${month}/${day} ${formatTime(iso)}`;
}

/** Lists all issued versions, oldest first. */
export function ReceiptRecord({ receipt }: { receipt: Receipt }) {
  const { name } = receiptTitle(receipt);
  return (
    <aside className={styles.side}>
      <Panel>
        <h2 className={styles.heading}>この{name}の記録</h2>
        {receipt.versions.length > 0 && (
          <ol className={styles.log}>
            {receipt.versions.map(({ version, addressee, issuedAt }) => (
              <li key={version}>
                <time dateTime={issuedAt}>{issuedWords(issuedAt)}</time>
                <p>
                  第{version}版を発行<small>宛名 {addressee}</small>
                </p>
              </li>
            ))}
          </ol>
        )}
        <p className={styles.note}>
          {receipt.versions.length > 0
            ? '宛名を変えると「再発行」と記した新しい版になり、前の版は無効になります。'
            : 'まだ発行していません。発行すると番号が付き、その内容は変わりません。'}
        </p>
      </Panel>
    </aside>
  );
}
