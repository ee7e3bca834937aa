import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { SaveFoot, SettingBody } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { hasMatchingCheckDigit, isRegistrationNumber, normalizeRegistrationNumber } from './registration-number';
import { type Organisation, useOrgForm } from './use-org-form';

import styles from './org-settings.module.css';

const schema = z.object({
  invoiceRegistrationNo: z.string().check(
    z.overwrite(normalizeRegistrationNumber),
    z.refine((number) => number === '' || isRegistrationNumber(number), { error: 'Tと13桁の数字で入力してください。' }),
  ),
});
const valuesOf = ({ invoiceRegistrationNo }: Organisation) => ({ invoiceRegistrationNo: invoiceRegistrationNo ?? '' });

/** Changes the registration number, which may be empty. */
export function RegistrationNumberForm({ organisation }: { organisation: Organisation }) {
  const form = useOrgForm(organisation, { valuesOf, schema });
  const typed = useWatch({ control: form.form.control, name: 'invoiceRegistrationNo' });
  const number = normalizeRegistrationNumber(typed);
  const isDoubtful = isRegistrationNumber(number) && !hasMatchingCheckDigit(number);
  return (
    <SettingBody onSubmit={form.handleSubmit} foot={<SaveFoot {...form} />}>
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
    </SettingBody>
  );
}
