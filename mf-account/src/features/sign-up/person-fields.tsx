import { MAX_NICKNAME_LENGTH } from '@manabiba/shared/contract/limits';
import { ageInJapan, needsGuardian } from '@manabiba/shared/format/age';
import { useConfig, useNow } from '@manabiba/shared/platform';
import { TextField } from '@manabiba/shared/ui/text-field';
import { millisecondsInDay } from 'date-fns/constants';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import type { SignUpValues } from './sign-up.schema';

import styles from './sign-up.module.css';

export interface StepProps {
  form: UseFormReturn<SignUpValues>;
}

/** The props of one field of the form, with its error. */
export const fieldOf = ({ register, formState: { errors } }: StepProps['form'], name: keyof SignUpValues) => ({
  error: errors[name]?.message,
  ...register(name),
});

export function NicknameField({ form }: StepProps) {
  return (
    <TextField
      label="ニックネーム"
      autoComplete="nickname"
      maxCharacters={MAX_NICKNAME_LENGTH}
      hint="ほかの方に表示される名前です。本名でなくてもかまいません。"
      {...fieldOf(form, 'nickname')}
    />
  );
}

export function BirthDateField({ form }: StepProps) {
  return (
    <TextField
      label="生年月日"
      type="date"
      autoComplete="bday"
      hint="ほかの方には表示されません。"
      {...fieldOf(form, 'birthDate')}
    />
  );
}

/** Personal fields; young users also enter a guardian. */
export function PersonFields({ form }: StepProps) {
  const birthDate = useWatch({ control: form.control, name: 'birthDate' });
  const now = useNow(millisecondsInDay);
  return (
    <>
      <NicknameField form={form} />
      <BirthDateField form={form} />
      <ChildRules birthDate={birthDate} />
      {needsGuardian(birthDate, now) && <GuardianField form={form} />}
    </>
  );
}

function GuardianField({ form }: StepProps) {
  return (
    <div className={styles.inset}>
      <p>
        <strong>保護者の方の同意が必要です。</strong>
        <br />
        15歳以下の方は、保護者の方にお送りするメールから同意をいただいたあと、ご年齢に応じた機能をご利用いただけます。
      </p>
      <TextField
        label="保護者のメールアドレス"
        type="email"
        autoComplete="off"
        placeholder="hogosha@example.jp"
        {...fieldOf(form, 'guardianEmail')}
      />
    </div>
  );
}

/** Explains to users below the communication age what they can do. */
function ChildRules({ birthDate }: { birthDate: string }) {
  const { communicateMinAge } = useConfig();
  const age = ageInJapan(birthDate, useNow(millisecondsInDay));
  if (age === null || age >= communicateMinAge) return null;
  return (
    <div className={styles.inset}>
      <p>
        <strong>{communicateMinAge - 1}歳以下のみなさんへ</strong>
        <br />
        教室を見ること、リアクションを送ることができます。話すこと、コメント、教室をつくることは、{communicateMinAge}
        歳になってからのお楽しみです。
      </p>
      <p>知らない人に見えるのは、ニックネームと画像だけです。</p>
    </div>
  );
}
