import { MAX_ADDRESSEE_LENGTH } from '@manabiba/shared/contract/limits';
import type { SaleHistory } from '@manabiba/shared/contract/payments';
import type { Receipt } from '@manabiba/shared/contract/receipts';
import { getReceipt, issueReceipt } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { isApiError, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { Facts } from '../../core/plans/facts';
import styles from './purchases.module.css';

/** The receipt of a sale or the credit note of a refund: its content, issuing it, and the file. */
export function ReceiptDialog({ sale, onClose }: { sale: SaleHistory; onClose: () => void }) {
  const { data, error, isRefreshing, retry } = useEndpoint(
    getReceipt,
    { params: { id: sale.id } },
    { maxAgeSeconds: 0 },
  );
  const title = sale.type === 'refund' ? '返金の明細' : '領収書';
  if (data) return <Paper key={data.version} receipt={data} title={title} onClose={onClose} />;
  return (
    <Dialog isOpen title={title} onClose={onClose} footer={<Button onClick={onClose}>閉じる</Button>}>
      {error ? (
        <ErrorState title={`${title}を表示できませんでした。`} onRetry={retry} isRetrying={isRefreshing} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </Dialog>
  );
}

function Paper({ receipt, title, onClose }: { receipt: Receipt; title: string; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(issueReceipt);
  const [addressee, setAddressee] = useState(receipt.addressee);
  const [error, setError] = useState<string>();
  const isIssued = receipt.number !== null;
  const isChanged = addressee.trim() !== receipt.addressee;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    try {
      await run({ params: { id: receipt.id }, body: { addressee } });
      toast.success(isIssued ? '再発行しました。' : '発行しました。');
    } catch (refused) {
      if (!isApiError(refused)) throw refused;
      setError(refused.fields['addressee'] ?? refused.message);
    }
  }

  const footer = (
    <>
      <Button onClick={onClose}>閉じる</Button>
      {isIssued && !isChanged ? (
        <a className={buttonClass({ variant: 'primary' })} href={`/v1/me/receipts/${receipt.id}/pdf`} download>
          <Icon icon={Download} />
          PDFをダウンロード
        </a>
      ) : (
        <Button type="submit" variant="primary" isLoading={isRunning}>
          {isIssued ? 'この宛名で再発行する' : `${title}を発行する`}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      isOpen
      title={title}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(event)}
      footer={footer}
    >
      <div className={styles.paper}>
        <TextField
          label="宛名"
          autoComplete="organization"
          maxCharacters={MAX_ADDRESSEE_LENGTH}
          hint={isIssued ? '宛名を変えて再発行すると、前のものは無効になり、再発行と記されます。' : undefined}
          value={addressee}
          error={error}
          onChange={({ target }) => {
            setAddressee(target.value);
            setError(undefined);
          }}
        />
        <Content receipt={receipt} />
      </div>
    </Dialog>
  );
}

function Content({ receipt }: { receipt: Receipt }) {
  return (
    <>
      <p className={styles.sum}>
        <span>{receipt.kind === 'credit_note' ? '返金の合計(税込)' : '合計(税込)'}</span>
        <b>{formatYen(receipt.total)}</b>
      </p>
      <Facts facts={factsOf(receipt)} />
      {receipt.issuer.registrationNo === null && (
        <p className={styles.small}>発行者に登録番号がないため、適格請求書ではありません。</p>
      )}
    </>
  );
}

function factsOf(receipt: Receipt) {
  const { number, version, subject, taxes, issuer, transactedAt } = receipt;
  return [
    {
      name: '番号',
      value: number === null ? '発行するときに付きます' : `${number}${(version ?? 1) > 1 ? ' 再発行' : ''}`,
    },
    { name: '但し書き', value: subject },
    { name: '取引の日', value: formatDate(transactedAt) },
    ...taxes.map(({ taxRate, net, tax }) => ({
      name: `${taxRate}%対象`,
      value: `${formatYen(net)} 消費税 ${formatYen(tax)}`,
    })),
    { name: '発行者', value: [issuer.name, issuer.registrationNo].filter(Boolean).join(' ') },
  ];
}
