import { FieldError } from '@manabiba/shared/ui/field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';
import { focusFirstError } from '../../core/focus-first-error';
import { SaveFoot, SettingCard } from '../../core/setting-card';
import { type OrgCardProps, useDirtyNote } from './organisation-card';
import styles from './org-settings.module.css';
import { hasMatchingCheckDigit, isRegistrationNumber, normalizeRegistrationNumber } from './registration-number';
import { useOrgForm } from './use-org-form';

/** The number that makes receipts qualified invoices. Empty for whoever has none. */
export function RegistrationNumberCard({ id, organisation, onDirty }: OrgCardProps) {
  const form = useOrgForm(organisation, ['invoiceRegistrationNo'], normalizeRegistrationNumber);
  const [problem, setProblem] = useState<string>();
  useDirtyNote(form.isDirty, onDirty);

  const number = normalizeRegistrationNumber(form.texts.invoiceRegistrationNo);
  const isDoubtful = isRegistrationNumber(number) && !hasMatchingCheckDigit(number);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const isWrong = number !== '' && !isRegistrationNumber(number);
    setProblem(isWrong ? 'Tと13桁の数字で入力してください。' : undefined);
    if (isWrong || !(await form.save())) focusFirstError(element);
  };
  return (
    <SettingCard id={id} title="適格請求書発行事業者登録番号" onSubmit={(event) => void handleSubmit(event)} foot={<SaveFoot {...form} />}>
      <div className={styles.fields}>
        <TextField
          label="登録番号" autoComplete="off" spellCheck={false} placeholder="T1234567890123"
          hint="領収書に記載されます。登録のない方は空のままで保存できます。"
          value={form.texts.invoiceRegistrationNo} error={problem ?? form.errors.invoiceRegistrationNo}
          onChange={(event) => {
            setProblem(undefined);
            form.setText('invoiceRegistrationNo', event.target.value);
          }}
        />
        {form.isDirty && isDoubtful && <p className={styles.doubt} role="status">番号の並びに打ち間違いがあるかもしれません。登録通知書の番号と同じか、ご確認ください。</p>}
        {form.message && <FieldError>{form.message}</FieldError>}
      </div>
    </SettingCard>
  );
}
