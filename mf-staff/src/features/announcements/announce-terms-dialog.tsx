import { MAX_TERMS_SUMMARY_LENGTH, MAX_TERMS_TEXT_LENGTH, TERMS_NOTICE_DAYS } from '@manabiba/shared/contract/limits';
import { announceTermsVersion as termsContract } from '@manabiba/shared/contract/terms';
import { type TermsDocument, termsDocuments } from '@manabiba/shared/contract/terms-documents';
import { announceTermsVersion } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { LateConfirmDialog } from '../../core/late-confirm-dialog';

import shared from '../../core/staff-parts.module.css';

/**
 * The form for a version of the terms, which goes to every user after a confirmation. Keeps the typed text on failure.
 */
export function AnnounceTermsDialog({ onClose }: { onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(announceTermsVersion);
  const { field, isDirty, handleSubmit, submitWith } = useEndpointForm({
    defaultValues: { document: 'terms_of_use' as TermsDocument, effectiveOn: '', summary: '', text: '' },
    schema: termsContract.body,
    onRefusal: showMessageFor,
    onSend: async () => setIsAsking(true),
  });
  const announce = submitWith(async (body) => {
    await run({ body }).finally(() => setIsAsking(false));
    toast.success('告知しました。メールを送っています。');
    onClose();
  });
  return (
    <FormDialog
      title="規約の変更を告知する"
      submitLabel="告知する"
      isDirty={isDirty}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={shared.fields}>
        <Select
          label="文書"
          options={Object.entries(termsDocuments).map(([value, { title }]) => ({ value, label: title }))}
          {...field('document')}
        />
        <TextField
          label="効力の生じる日(日本時間)"
          hint={`規約で約束しているとおり、${TERMS_NOTICE_DAYS}日後より先の日にしてください。`}
          type="date"
          {...field('effectiveOn')}
        />
        <TextArea
          label="変わる点"
          hint="画面のお知らせとメールに載ります。"
          rows={3}
          maxCharacters={MAX_TERMS_SUMMARY_LENGTH}
          {...field('summary')}
        />
        <TextArea label="変更後の全文" rows={10} maxCharacters={MAX_TERMS_TEXT_LENGTH} {...field('text')} />
      </div>
      <LateConfirmDialog
        isOpen={isAsking}
        title="変更を告知しますか"
        confirmLabel="告知する"
        isLoading={isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={() => announce()}
      >
        すべての画面にお知らせを表示し、登録されている方全員にメールを送ります。取り消すことはできません。
      </LateConfirmDialog>
    </FormDialog>
  );
}
