import { isApiError } from '@manabiba/shared/platform';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';

type Texts<Form> = { [name in keyof Form]: string };
/** Validation errors of a form, one sentence per field; empty if there are none. */
export type FormErrors<Form> = Partial<Record<keyof Form, string>>;

interface TextFormOptions<Form> {
  /** The saved values. */
  initial: Form;
  /** Client-side validation before sending. */
  check?: (values: Form) => FormErrors<Form>;
  /** Sends the values. Resolves to the newly saved values if they show that everything has been saved. */
  onSend: (values: Form, changed: Partial<Form>) => Promise<Form | void>;
  /** Additional fields that an error may name, reported in `errors`. */
  others?: readonly string[];
}

interface Status {
  isSending: boolean;
  isSaved: boolean;
  errors: Readonly<Record<string, string | undefined>>;
  message: string | null;
}

const calm: Status = { isSending: false, isSaved: false, errors: {}, message: null };

/**
 * A form of a few text fields that is on a page from its first paint, validated on submit. Errors are shown at the
 * fields they name, otherwise in `message`; the input is kept.
 *
 * Dialogs and editors of other remotes use React Hook Form (`useEndpointForm`). With zod it is 21 KB, more than the
 * first screen of a settings page has left.
 */
export function useTextForm<Form extends Texts<Form>>({ initial, check, onSend, others = [] }: TextFormOptions<Form>) {
  const [values, setValues] = useState(initial);
  const [kept, setKept] = useState(initial);
  const [status, setStatus] = useState(calm);
  const isBusy = useRef(false);

  const names = Object.keys(values) as (keyof Form & string)[];
  const changed: Partial<Form> = {};
  for (const name of names) if (values[name] !== kept[name]) changed[name] = values[name];

  /** Resets the form to these values, except for fields that were typed in since this render. */
  function reset(next: Form, isSaved = false) {
    setValues((now) => {
      const result = { ...next };
      for (const name of names) if (now[name] !== values[name]) result[name] = now[name];
      return result;
    });
    setKept(next);
    setStatus({ ...calm, isSaved });
  }

  function show(form: HTMLElement, errors: Status['errors'], message: string | null = null) {
    setStatus({ ...calm, errors, message });
    // Waits for aria-invalid to be rendered.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  async function send(form: HTMLElement) {
    setStatus({ ...calm, isSending: true });
    try {
      const next = await onSend(values, changed);
      setStatus(calm);
      if (next) reset(next, true);
    } catch (error) {
      setStatus(calm);
      if (!isApiError(error)) throw error;
      const { fields, message } = error;
      const isAtField = [...names, ...others].some((name) => fields[name]);
      show(form, fields, isAtField ? null : (Object.values(fields)[0] ?? message));
    }
  }

  return {
    ...status,
    values,
    isDirty: Object.keys(changed).length > 0,
    reset,
    /** Props to spread on a text field. */
    field: (name: keyof Form & string) => ({
      name,
      value: values[name],
      error: status.errors[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setValues((known) => ({ ...known, [name]: target.value }));
        setStatus((known) => ({ ...known, errors: { ...known.errors, [name]: undefined } }));
      },
    }),
    handleSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (isBusy.current) return;
      const found = check?.(values) ?? {};
      if (Object.values(found).some(Boolean)) show(event.currentTarget, found as Status['errors']);
      else {
        isBusy.current = true;
        void send(event.currentTarget).finally(() => {
          isBusy.current = false;
        });
      }
    },
  };
}
