import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { MAX_INVITATION_CODE_LENGTH } from '@manabiba/shared/contract/limits';
import { redeemInvitation } from '@manabiba/shared/data/endpoints';
import { type ApiError, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { applicationError } from '../../core/participation/application-error';
import { EventSummary } from './event-summary';

import styles from './apply-dialog.module.css';

interface InvitationDialogProps {
  event: ClassroomEvent;
  /** The code from the link; empty when there is none. */
  code: string;
  onClose: () => void;
}

/** Explains why a code does not lead to a seat. */
function sentenceOf(error: ApiError): string {
  if (error.code === 'not_found') return 'この招待コードはご利用いただけません。入力をお確かめください。';
  return error.fields.code ?? applicationError(error);
}

/** Takes a seat with an invitation code. */
export function InvitationDialog({ event, code: given, onClose }: InvitationDialogProps) {
  const [code, setCode] = useState(given);
  const [isEmpty, setIsEmpty] = useState(false);
  const { run, isRunning, error } = useEndpointMutation(redeemInvitation, {
    onSuccess: () => toast.success('お申し込みが完了しました。'),
  });

  function handleSubmit(submit: FormEvent) {
    submit.preventDefault();
    const typed = code.trim();
    setIsEmpty(typed === '');
    if (typed === '' || isRunning) return;
    void run({ params: { id: event.id }, body: { code: typed } }).then(onClose, () => undefined);
  }

  const failure = error && !isEmpty ? sentenceOf(error) : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      onSubmit={handleSubmit}
      title="招待コードで申し込む"
      isBusy={isRunning}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" variant="primary" isLoading={isRunning}>
            招待で申し込む
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <EventSummary event={event} />
        <TextField
          label="招待コード"
          hint="主催者から届いたコードを入力してください。料金はかかりません。"
          error={isEmpty ? '招待コードを入力してください。' : failure}
          value={code}
          maxLength={MAX_INVITATION_CODE_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(change) => setCode(change.target.value)}
        />
      </div>
    </Dialog>
  );
}
