import { zodResolver } from '@hookform/resolvers/zod';
import { checkSchoolCodes } from '@manabiba/shared/data/endpoints';
import {
  type ApiError,
  isApiError,
  type ProviderToken,
  type SignUpStepsParams,
  useEndpointMutation,
} from '@manabiba/shared/platform';
import { useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';

import { fieldsOf, type SignUpValues, stepSchemas, stepsOf } from './sign-up.schema';
import { useSignUp } from './use-sign-up';
import { useSteps } from './use-steps';

interface SignUpFormOptions {
  initial: SignUpValues;
  completeSignUp: SignUpStepsParams['letIn'];
  token: ProviderToken | null;
  isUpgrade: boolean;
  onTokenExpired: () => void;
}

interface Refusal {
  message: string;
  /** The account exists already: the user should sign in. */
  isKnown: boolean;
}

/** One form for all steps: each step is validated before the next one is shown, and the last one sends. */
export function useSignUpForm({ initial, completeSignUp, token, isUpgrade, onTokenExpired }: SignUpFormOptions) {
  const { index: wantedIndex, goOn, goBackTo } = useSteps();
  const [kind, setKind] = useState(initial.kind);
  const steps = stepsOf(kind, { isProvided: token !== null, isUpgrade });
  const index = Math.min(wantedIndex, steps.length - 1);
  const step = steps[index] ?? 'kind';
  const form = useForm<SignUpValues>({
    defaultValues: initial,
    resolver: zodResolver(stepSchemas[step]) as unknown as Resolver<SignUpValues>,
  });
  const [refusal, setRefusal] = useState<Refusal>();
  const signUp = useSignUp();
  const schoolCodes = useEndpointMutation(checkSchoolCodes);
  const [schoolName, setSchoolName] = useState('');
  const chosen = useWatch({ control: form.control, name: 'kind' });
  if (chosen !== kind) setKind(chosen);

  const showError = (error: ApiError) => {
    if (error.code === 'invalid_credentials' && token) {
      onTokenExpired();
      setRefusal({ message: 'Googleの手続きの有効期限が切れました。もう一度お試しください。', isKnown: false });
      return;
    }
    const fields = error.code === 'code_used' ? { inviteCode: error.message } : error.fields;
    const at = steps.findIndex((name) => fieldsOf(name).some((field) => fields[field]));
    if (at === -1) {
      setRefusal(refusalOf(error, token));
      return;
    }
    goBackTo(at);
    const wrong = fieldsOf(steps[at] ?? 'kind').filter((field) => fields[field]);
    for (const field of wrong) form.setError(field, { type: 'server', message: fields[field] ?? '' });
  };

  const take = async (checked: Partial<SignUpValues>) => {
    setRefusal(undefined);
    const values = { ...form.getValues(), ...checked };
    form.reset(values, { keepDefaultValues: true });
    try {
      if (step === 'school')
        setSchoolName(
          (await schoolCodes.run({ body: { schoolCode: values.schoolCode, inviteCode: values.inviteCode } }))
            .schoolName,
        );
      if (index < steps.length - 1) {
        goOn();
        return;
      }
      await completeSignUp(() => signUp(values, { token, isUpgrade }));
    } catch (error) {
      if (!isApiError(error)) throw error;
      showError(error);
    }
  };
  const back = (earlier: number) => {
    setRefusal(undefined);
    goBackTo(earlier);
  };
  const submit = useSubmitOnce(() => form.handleSubmit(take)());
  return { form, steps, index, refusal, schoolName, goBackTo: back, submit };
}

function refusalOf({ code, message, retryAfterSeconds }: ApiError, token: ProviderToken | null): Refusal {
  if (code === 'already')
    return { message: token ? 'このGoogleアカウントはすでに登録されています。' : message, isKnown: true };
  if (code === 'rate_limited' && retryAfterSeconds) {
    return {
      message: `登録の回数が上限に達しました。${Math.ceil(retryAfterSeconds / 60)}分ほど待ってから、もう一度お試しください。`,
      isKnown: false,
    };
  }
  return { message, isKnown: false };
}

/** Sends once, also when Enter and the button are used together; then focuses the first invalid field. */
function useSubmitOnce(send: () => Promise<void>) {
  const isBusy = useRef(false);
  return (element: HTMLElement) => {
    if (isBusy.current) return;
    isBusy.current = true;
    void send().finally(() => {
      isBusy.current = false;
      // Waits for React to mark the field. A step shown because of an error sets its own focus.
      requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    });
  };
}
