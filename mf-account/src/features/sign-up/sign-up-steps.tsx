import { MAX_NICKNAME_LENGTH } from '@manabiba/shared/contract/limits';
import { emailIn } from '@manabiba/shared/forms/typed-email';
import {
  isSignedIn,
  Link,
  paths,
  type ProviderToken,
  type SlotParams,
  useFormFill,
  useLocation,
  useMe,
  useSearchParams,
} from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { useState } from 'react';

import { MethodFields, ProvidedFields } from './method-fields';
import { PersonFields, type StepProps } from './person-fields';
import { emptySignUp, type SignUpKind, type StepName } from './sign-up.schema';
import { AdultFields, KindFields, OrganisationFields, PupilFields, SchoolFields, UpgradeFields } from './step-fields';
import { StepFrame } from './step-frame';
import { useSignUpForm } from './use-sign-up-form';

const titles: Record<StepName, string> = {
  kind: '登録の種類',
  person: 'あなたについて',
  adult: '代表者について',
  method: 'ログイン方法',
  provided: 'ログイン方法',
  school: '学校のコード',
  pupil: 'あなたについて',
  organisation: '団体情報',
  upgrade: '団体情報',
};

/** Sign-up in steps by kind of account. The input is kept when going back and after every error. */
export function SignUpSteps({ letIn: completeSignUp, askProvider, provided }: SlotParams<'sign-up-steps'>) {
  const [token, setToken] = useState(provided);
  const isUpgrade = isSignedIn(useMe());
  const [query] = useSearchParams();
  const { form, steps, index, submit, refusal, schoolName, goBackTo } = useSignUpForm({
    initial: {
      ...emptySignUp,
      kind: kindIn(query.get('kind')),
      nickname: nicknameOf(provided),
      email: emailIn(useLocation().state),
    },
    completeSignUp,
    token,
    isUpgrade,
    onTokenExpired: () => setToken(null),
  });
  const noteFill = useFormFill('form_fill_signup');
  const step = steps[index] ?? 'kind';
  const isLast = index === steps.length - 1;

  const takeProvider =
    askProvider &&
    (async () => {
      const found = await askProvider();
      if (!found) return;
      setToken(found);
      if (form.getValues('nickname') === '') form.setValue('nickname', nicknameOf(found));
    });

  return (
    <StepFrame
      title={titles[step]}
      index={index}
      count={steps.length}
      submitLabel={isLast ? (isUpgrade ? '登録する' : 'アカウントを作成') : '次へ'}
      isLoading={form.formState.isSubmitting}
      onSubmit={submit}
      onInput={noteFill}
      onBack={index > 0 ? () => goBackTo(index - 1) : undefined}
    >
      {refusal && <Refusal {...refusal} />}
      {step === 'kind' && token && <Notice>{token.email} で登録を続けます。</Notice>}
      {step === 'pupil' && schoolName && <Notice>{schoolName}の生徒として登録します。</Notice>}
      <Fields step={step} form={form} token={token} onProvider={takeProvider} onOther={() => setToken(null)} />
    </StepFrame>
  );
}

interface FieldsProps extends StepProps {
  step: StepName;
  token: ProviderToken | null;
  onProvider: (() => Promise<void>) | null;
  onOther: () => void;
}

function Fields({ step, form, token, onProvider, onOther }: FieldsProps) {
  switch (step) {
    case 'kind':
      return <KindFields form={form} />;
    case 'person':
      return <PersonFields form={form} />;
    case 'adult':
      return <AdultFields form={form} />;
    case 'method':
      return <MethodFields form={form} onProvider={onProvider} />;
    case 'provided':
      return token && <ProvidedFields form={form} token={token} onOther={onOther} />;
    case 'school':
      return <SchoolFields form={form} />;
    case 'pupil':
      return <PupilFields form={form} />;
    case 'organisation':
      return <OrganisationFields form={form} />;
    case 'upgrade':
      return <UpgradeFields form={form} />;
  }
}

function Refusal({ message, isKnown }: { message: string; isKnown: boolean }) {
  const [query] = useSearchParams();
  // Keeps the parameters of the original visit: the next page and the intended action.
  const to = paths.signIn.href({}, { next: query.get('next'), intent: query.get('intent') });
  const action = isKnown ? (
    <Link className={textLinkClass} to={to}>
      ログイン
    </Link>
  ) : undefined;
  return (
    <Notice tone="error" role="alert" action={action}>
      {message}
    </Notice>
  );
}

const kindIn = (value: string | null): SignUpKind => (value === 'pupil' || value === 'professional' ? value : 'person');
const nicknameOf = (token: ProviderToken | null) => [...(token?.name ?? '')].slice(0, MAX_NICKNAME_LENGTH).join('');
