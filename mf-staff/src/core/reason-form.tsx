import { MAX_STAFF_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { type FormEvent, type ReactNode, useState } from 'react';

import styles from './reason-form.module.css';

export interface ReasonDialogProps {
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The verb of the action. */
  label: string;
  /** Label of the field of the reason. */
  field?: string;
  /** Why the reason was refused. */
  error?: string | undefined;
  isDanger?: boolean;
  isRunning: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** The dialog that `ReasonDialog` loads when it is asked for. */
export function ReasonForm({
  title,
  children,
  label,
  field = '理由(記録に残ります)',
  error,
  isDanger = false,
  isRunning,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '' && !isRunning) onSubmit(reason.trim());
  }

  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      onSubmit={handleSubmit}
      isBusy={isRunning}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={isRunning}>
            {label}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {children}
        <TextArea
          label={field}
          rows={2}
          maxCharacters={MAX_STAFF_REASON_LENGTH}
          value={reason}
          error={isMissing ? '理由を入力してください。' : error}
          onChange={(event) => {
            setIsMissing(false);
            setReason(event.target.value);
          }}
        />
      </div>
    </Dialog>
  );
}
