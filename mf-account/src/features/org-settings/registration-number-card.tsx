import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';

import type { OrgCardProps } from './organisation-card';
import { hasMatchingCheckDigit, isRegistrationNumber, normalizeRegistrationNumber } from './registration-number';
import { type Organisation, useOrgForm } from './use-org-form';

import styles from './org-settings.module.css';

const textsOf = ({ invoiceRegistrationNo }: Organisation) => ({ invoiceRegistrationNo: invoiceRegistrationNo ?? '' });

function check(texts: { invoiceRegistrationNo: string }) {
  const number = normalizeRegistrationNumber(texts.invoiceRegistrationNo);
  return number === '' || isRegistrationNumber(number)
    ? {}
    : { invoiceRegistrationNo: 'Tと13桁の数字で入力してください。' };
}

/** The registration number that makes receipts qualified invoices; may be empty. */
export function RegistrationNumberCard({ id, organisation }: OrgCardProps) {
  const form = useOrgForm(organisation, { textsOf, check, tidy: normalizeRegistrationNumber });

  const number = normalizeRegistrationNumber(form.values.invoiceRegistrationNo);
  const isDoubtful = isRegistrationNumber(number) && !hasMatchingCheckDigit(number);
  return (
    <SettingCard
      id={id}
      title="適格請求書発行事業者登録番号"
      onSubmit={form.handleSubmit}
      foot={<SaveFoot {...form} />}
    >
      <LeaveGuard isDirty={form.isDirty} />
      <div className={styles.fields}>
        <TextField
          label="登録番号"
          autoComplete="off"
          spellCheck={false}
          placeholder="T1234567890123"
          hint="領収書に記載されます。登録のない方は空のままで保存できます。"
          {...form.field('invoiceRegistrationNo')}
        />
        {form.isDirty && isDoubtful && (
          <p className={styles.doubt} role="status">
            番号の並びに打ち間違いがあるかもしれません。登録通知書の番号と同じか、ご確認ください。
          </p>
        )}
      </div>
    </SettingCard>
  );
}
