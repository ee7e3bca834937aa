import { isApiError, toast } from '@manabiba/shared/platform';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { focusFirstError } from '../../core/focus-first-error';
import type { FormErrors } from './account-forms';

interface CardForm<Form> {
  initial: Form;
  check: (values: Form) => FormErrors<Form>;
  /** Sends what was checked. A refusal is told at the fields that it names, else at the top of the page; what was typed stays. */
  onSend: (values: Form) => Promise<void>;
}

/** A small form of a card: a few lines of text, checked when it is sent. */
export function useCardForm<Form extends { [name in keyof Form]: string }>({ initial, check, onSend }: CardForm<Form>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Form>>({});
  const [isSending, setIsSending] = useState(false);

  function show(form: HTMLElement, found: FormErrors<Form>) {
    setErrors(found);
    focusFirstError(form);
  }

  async function send(form: HTMLElement) {
    setIsSending(true);
    try {
      await onSend(values);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const named = Object.entries(error.fields).filter(([name]) => name in values);
      if (named.length === 0) toast.error(error.message);
      else show(form, Object.fromEntries(named) as FormErrors<Form>);
    } finally {
      setIsSending(false);
    }
  }

  return {
    values,
    isSending,
    /** Begins anew from these values. */
    reset(next: Form) {
      setValues(next);
      setErrors({});
    },
    /** Spread it on a text field. */
    field: (name: keyof Form & string) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setValues((known) => ({ ...known, [name]: target.value }));
        setErrors((known) => ({ ...known, [name]: undefined }));
      },
    }),
    handleSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (isSending) return;
      const found = check(values);
      if (Object.values(found).some(Boolean)) show(event.currentTarget, found);
      else void send(event.currentTarget);
    },
  };
}
