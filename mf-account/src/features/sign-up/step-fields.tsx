import { MAX_ORGANISATION_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import { RadioCards } from '@manabiba/shared/ui/radio-cards';
import { TextField } from '@manabiba/shared/ui/text-field';

import { NewPasswordField, TermsField, TermsLinks } from './method-fields';
import { BirthDateField, fieldOf, NicknameField, type StepProps } from './person-fields';

import styles from './sign-up.module.css';

const kinds = [
  { value: 'person', label: '一般・学生', note: 'どなたでも。小学生から大学院生の方もこちらです' },
  { value: 'pupil', label: '学校コード', note: '提携校の生徒の方' },
  { value: 'professional', label: 'プロフェッショナル', note: '教室やイベントを開く団体・講師の方' },
];

export function KindFields({ form }: StepProps) {
  return <RadioCards legend="登録の種類" isLegendHidden options={kinds} {...fieldOf(form, 'kind')} />;
}

export function SchoolFields({ form }: StepProps) {
  return (
    <>
      <p className={styles.words}>学校から配られた3つのコードを入力してください。メールアドレスは必要ありません。</p>
      <TextField label="学校コード" autoComplete="off" autoCapitalize="characters" {...fieldOf(form, 'schoolCode')} />
      <TextField
        label="登録コード"
        autoComplete="off"
        autoCapitalize="characters"
        hint="1回だけ使えるコードです。大文字と小文字、全角と半角は区別しません。"
        {...fieldOf(form, 'inviteCode')}
      />
      <TextField
        label="生徒コード"
        autoComplete="username"
        autoCapitalize="none"
        hint="ログインのときにも使います。"
        {...fieldOf(form, 'studentCode')}
      />
    </>
  );
}

/** The school manages the consent of its pupils' guardians. */
export function PupilFields({ form }: StepProps) {
  return (
    <>
      <NicknameField form={form} />
      <BirthDateField form={form} />
      <NewPasswordField form={form} />
      <p className={styles.words}>
        アカウントを作成すると、
        <TermsLinks />
        に同意したことになります。
      </p>
    </>
  );
}

export function AdultFields({ form }: StepProps) {
  return (
    <>
      <p className={styles.words}>プロフェッショナルの登録は25歳以上の方が対象です。</p>
      <NicknameField form={form} />
      <BirthDateField form={form} />
    </>
  );
}

export function OrganisationFields({ form }: StepProps) {
  return (
    <>
      <TextField
        label="団体名"
        autoComplete="organization"
        maxCharacters={MAX_ORGANISATION_NAME_LENGTH}
        hint="個人の方は、活動されているお名前を入力してください。"
        {...fieldOf(form, 'orgName')}
      />
      <TextField
        label="ウェブサイト(任意)"
        type="url"
        autoComplete="url"
        placeholder="https://"
        {...fieldOf(form, 'orgUrl')}
      />
      <TextField
        label="適格請求書発行事業者登録番号(任意)"
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="T1234567890123"
        hint="T と13桁の数字。あとから登録することもできます。"
        {...fieldOf(form, 'invoiceRegistrationNo')}
      />
    </>
  );
}

/** A signed-in adult has already provided everything else. */
export function UpgradeFields({ form }: StepProps) {
  return (
    <>
      <p className={styles.words}>
        いまお使いのアカウントで、教室やイベントを開けるようになります。登録のあと、本人確認書類をご提出ください。
      </p>
      <OrganisationFields form={form} />
      <TermsField form={form} />
    </>
  );
}
