import type { PersonMail, PersonRecord } from '@manabiba/shared/contract/staff-people';
import { sendPersonMail } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { useDialogCall } from '../../core/use-dialog-call';

import styles from './people.module.css';

type SendableMail = PersonRecord['mails'][number];

const words: Readonly<Record<PersonMail, { name: string; action: string; note?: string }>> = {
  verification: { name: 'メールアドレスの確認', action: '再送する' },
  guardian_consent: { name: '保護者への同意のお願い', action: '再送する' },
  documents_returned: { name: '本人確認書類の再提出のお願い', action: '再送する' },
  password_reset: {
    name: 'パスワードの再設定',
    action: '送る',
    note: 'リンクは1時間使えます。前に送ったリンクは使えなくなります。',
  },
};
const stateWords = { queued: '送信待ち', sent: 'に送信', failed: 'に送信できませんでした' } as const;

const becameOf = ({ last }: SendableMail) => {
  if (last === null) return '';
  return last.state === 'queued' ? `(${stateWords.queued})` : `(${formatDateTime(last.at)}${stateWords[last.state]})`;
};

/** Mails that can be resent to a user or their guardian; renders nothing when there are none. */
export function PersonMails({ person: { userId, mails } }: { person: PersonRecord }) {
  const [asking, setAsking] = useState<SendableMail | null>(null);
  if (mails.length === 0) return null;
  return (
    <section className={styles.list}>
      <h3>送れるメール</h3>
      <ul>
        {mails.map((item) => {
          const { name, action } = words[item.mail];
          return (
            <li key={item.mail} className={styles.mail}>
              <span>
                {name}
                {becameOf(item)}
              </span>
              <Button size="small" aria-label={`${name}のメールを${action}`} onClick={() => setAsking(item)}>
                {action}
              </Button>
            </li>
          );
        })}
      </ul>
      {asking && <SendDialog userId={userId} item={asking} onClose={() => setAsking(null)} />}
    </section>
  );
}

interface SendDialogProps {
  userId: string;
  item: SendableMail;
  onClose: () => void;
}

/** Asks for the reason and sends the mail. */
function SendDialog({ userId, item: { mail, to }, onClose }: SendDialogProps) {
  const { run, isRunning } = useEndpointMutation(sendPersonMail);
  const { name, action, note } = words[mail];

  const { make, reasonError } = useDialogCall({
    done: 'メールの送信を受け付けました。届くまで数分かかることがあります。',
    stale: { conflict: 'このメールは、もう送る必要がありません。新しい内容を確かめてください。' },
    onClose,
  });

  return (
    <ReasonDialog
      title={`「${name}」のメールを${action === '送る' ? '送りますか' : '再送しますか'}`}
      label={action}
      error={reasonError}
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ params: { userId }, body: { mail, reason } }))}
      onClose={onClose}
    >
      <p>{`${to} に届きます。${note ?? ''}`}</p>
    </ReasonDialog>
  );
}
