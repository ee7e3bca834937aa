import type { Subscription } from '@manabiba/shared/contract/plans';
import { formatYen } from '@manabiba/shared/format/yen';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { toast } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { CardFields } from '../../core/plans/card-fields';
import { useChangeCard } from './use-change-card';

import styles from './card-settings.module.css';

/** The dialog for replacing the card of a plan. An open invoice is paid from the new card immediately. */
export function CardDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  // Captured when the dialog opens: the amount must not change while the user is confirming it.
  const [open] = useState(subscription.openInvoice);
  const [payer, setPayer] = useState<Payer | null>(null);
  const { change, isSending, message } = useChangeCard(() => {
    toast.success(open ? 'お支払いを確認しました。' : 'カードを変更しました。');
    onClose();
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (payer) void change(payer);
  }

  const footer = (
    <>
      <Button disabled={isSending} onClick={onClose}>
        やめる
      </Button>
      <Button
        type="submit"
        variant="primary"
        icon={open && <Icon icon={Lock} />}
        disabled={!payer}
        isLoading={isSending}
      >
        {open ? `${formatYen(open.amount)}を支払う` : 'このカードに変更する'}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      title="カードを変更する"
      isBusy={isSending}
      footer={footer}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <div className={styles.form}>
        <CardFields onReady={setPayer} />
        {open && <Notice>未払いの{formatYen(open.amount)}を、このカードですぐに支払います。</Notice>}
        {message && (
          <Notice tone="error" role="alert">
            {message}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
