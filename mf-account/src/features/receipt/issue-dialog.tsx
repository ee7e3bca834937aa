import { MAX_ADDRESSEE_LENGTH } from '@manabiba/shared/contract/limits';
import type { Receipt } from '@manabiba/shared/contract/receipts';
import { issueReceipt } from '@manabiba/shared/data/endpoints';
import { isApiError, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { receiptTitle } from './receipt-words';

const VOIDS = '前の版は無効になり、新しい版に「再発行」と記されます。';
const CAN_CHANGE = '発行したあとも、宛名を変えて再発行できます。';

/** Asks for the addressee, then issues the document or its next version. */
export function IssueDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(issueReceipt);
  const [addressee, setAddressee] = useState(receipt.addressee);
  const [error, setError] = useState<string>();
  const { name } = receiptTitle(receipt);
  const isAgain = receipt.number !== null;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    try {
      await run({ params: { id: receipt.id }, body: { addressee } });
      toast.success(isAgain ? '再発行しました。' : '発行しました。');
      onClose();
    } catch (refused) {
      if (!isApiError(refused)) throw refused;
      setError(refused.fields['addressee'] ?? refused.message);
    }
  }

  return (
    <Dialog
      isOpen
      size="small"
      title={isAgain ? '宛名を変えて再発行' : `${name}を発行する`}
      isBusy={isRunning}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(event)}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            やめる
          </Button>
          <Button
            type="submit"
            variant="primary"
            isLoading={isRunning}
            disabled={isAgain && addressee.trim() === receipt.addressee}
          >
            {isAgain ? '再発行する' : '発行する'}
          </Button>
        </>
      }
    >
      <TextField
        label="宛名"
        autoComplete="organization"
        maxCharacters={MAX_ADDRESSEE_LENGTH}
        hint={isAgain ? VOIDS : CAN_CHANGE}
        value={addressee}
        error={error}
        onChange={({ target }) => {
          setAddressee(target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
