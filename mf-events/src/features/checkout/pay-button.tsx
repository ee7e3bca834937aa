import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Lock } from 'lucide-react';

import styles from './checkout.module.css';

interface PayButtonProps {
  /** Names the amount to be charged. */
  label: string;
  isPaying: boolean;
  isReady: boolean;
}

/** Starts the payment. */
export function PayButton({ label, isPaying, isReady }: PayButtonProps) {
  return (
    <div className={styles.pay}>
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBlock
        icon={<Icon icon={Lock} />}
        isLoading={isPaying}
        disabled={!isReady}
      >
        {label}
      </Button>
      <p className={styles.safe}>
        {isPaying
          ? 'この画面を閉じても、確認が済めばお申し込みは完了し、メールでお知らせします。二重に支払われることはありません。'
          : 'カード番号は決済会社に直接送られ、まなびばには保存されません。'}
      </p>
    </div>
  );
}
