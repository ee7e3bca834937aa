import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Download, ReceiptText } from 'lucide-react';
import { useState } from 'react';

import styles from './tickets.module.css';

const loadDialog = () => import('./guest-receipt-dialog').then(({ GuestReceiptDialog }) => GuestReceiptDialog);

interface GuestReceiptProps {
  token: string;
  /** Null until it is issued. */
  number: string | null;
  onIssued: () => void;
}

/** The receipt of a guest's payment: issued to a name, then downloaded. */
export function GuestReceipt({ token, number, onIssued }: GuestReceiptProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { component: Dialog, fetch } = useLazyComponent(loadDialog);
  const ask = () => {
    setIsAsking(true);
    void fetch();
  };
  return (
    <div className={styles.receipt}>
      {number !== null && (
        <a className={buttonClass()} href={`/v1/guest_tickets/${encodeURIComponent(token)}/receipt.pdf`} download>
          <Icon icon={Download} />
          領収書(PDF)
        </a>
      )}
      <Button variant={number === null ? 'secondary' : 'ghost'} icon={<Icon icon={ReceiptText} />} onClick={ask}>
        {number === null ? '領収書を発行する' : '宛名を変えて再発行'}
      </Button>
      {isAsking && Dialog && (
        <Dialog token={token} isAgain={number !== null} onIssued={onIssued} onClose={() => setIsAsking(false)} />
      )}
    </div>
  );
}
