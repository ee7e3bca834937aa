import { issueGuestReceipt as issueGuestReceiptCall } from '@manabiba/shared/contract/guest-tickets';
import { MAX_ADDRESSEE_LENGTH } from '@manabiba/shared/contract/limits';
import { issueGuestReceipt } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';

interface GuestReceiptDialogProps {
  token: string;
  /** A receipt was issued before, which the new version voids. */
  isAgain: boolean;
  onIssued: () => void;
  onClose: () => void;
}

/** Asks for the addressee of a guest's receipt, then issues it. */
export function GuestReceiptDialog({ token, isAgain, onIssued, onClose }: GuestReceiptDialogProps) {
  const { run } = useEndpointMutation(issueGuestReceipt);
  const { field, handleSubmit, isDirty, isSending, message } = useEndpointForm({
    defaultValues: { addressee: '' },
    schema: issueGuestReceiptCall.body,
    onSend: async (body) => {
      await run({ params: { token }, body });
      toast.success(isAgain ? '再発行しました。' : '発行しました。');
      onIssued();
      onClose();
    },
  });
  return (
    <FormDialog
      title={isAgain ? '宛名を変えて再発行' : '領収書を発行する'}
      submitLabel={isAgain ? '再発行する' : '発行する'}
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {message !== null && (
        <Notice tone="error" role="alert">
          {message}
        </Notice>
      )}
      <TextField
        label="宛名"
        autoComplete="organization"
        maxCharacters={MAX_ADDRESSEE_LENGTH}
        hint={
          isAgain
            ? '前の版は無効になり、新しい版に「再発行」と記されます。'
            : '発行したあとも、宛名を変えて再発行できます。'
        }
        {...field('addressee')}
      />
    </FormDialog>
  );
}
