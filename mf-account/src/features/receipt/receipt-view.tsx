import type { Receipt } from '@manabiba/shared/contract/receipts';
import { Link, paths } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { ChevronLeft, Download, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { Paper } from './paper';
import { ReceiptRecord } from './receipt-record';
import { receiptTitle } from './receipt-words';

import styles from './receipt.module.css';

const IssueDialog = lazy(() => import('./issue-dialog').then((module) => ({ default: module.IssueDialog })));

/** A receipt or credit note as a sheet of paper, with its actions and its issue history. */
export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const [isIssuing, setIsIssuing] = useState(false);
  return (
    <>
      <div className={styles.bar}>
        <div>
          <Link className={styles.crumb} to={{ pathname: paths.settings.href(), hash: '#history' }}>
            <Icon icon={ChevronLeft} size={16} />
            購入履歴
          </Link>
          <h1>{receiptTitle(receipt).name}</h1>
        </div>
        <Actions receipt={receipt} onIssue={() => setIsIssuing(true)} />
      </div>
      <div className={styles.desk}>
        <Paper receipt={receipt} />
        <ReceiptRecord receipt={receipt} />
      </div>
      {isIssuing && (
        <Suspense>
          <IssueDialog receipt={receipt} onClose={() => setIsIssuing(false)} />
        </Suspense>
      )}
    </>
  );
}

function Actions({ receipt, onIssue }: { receipt: Receipt; onIssue: () => void }) {
  if (receipt.number === null)
    return (
      <div className={styles.actions}>
        <Button variant="primary" onClick={onIssue}>
          {receiptTitle(receipt).name}を発行する
        </Button>
      </div>
    );
  return (
    <div className={styles.actions}>
      <Button variant="ghost" className={styles.again} onClick={onIssue}>
        宛名を変えて再発行
      </Button>
      <a className={buttonClass()} href={`/v1/me/receipts/${encodeURIComponent(receipt.id)}/pdf`} download>
        <Icon icon={Download} />
        PDF
      </a>
      <Button variant="primary" icon={<Icon icon={Printer} />} onClick={() => window.print()}>
        印刷する
      </Button>
    </div>
  );
}
