import { zodResolver } from '@hookform/resolvers/zod';
import { type ApiError, isApiError } from '@manabiba/shared/platform';
import { type FormEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';

import { markFields } from './mark-fields';

interface EndpointFormOptions<Values extends FieldValues, Input> {
  /** The values that are saved, or those of a new form. */
  defaultValues: Values;
  /** What may be sent, mostly from the contract. Absent: the api decides alone. */
  schema?: z.ZodMiniType<Input, Values> | undefined;
  /** When fields are checked first: when they are left, or when the form is sent. */
  mode?: 'onTouched' | 'onSubmit';
  /**
   * How long the error of a field that loses the focus waits, in milliseconds: in a dialog it moves the fields below,
   * away from under the click that took the focus.
   */
  delayError?: number;
  /**
   * Sends the values. Resolves to what is saved now, which the form then shows, or to nothing where the form closes or
   * keeps what was typed.
   */
  onSend: (input: Input) => Promise<Values | void>;
  /** Names in refusals of the api that are fields of the form without an input of their own. */
  otherFields?: readonly string[];
  /** Shows a refusal that names no field. By default its sentence is in `message`. */
  onRefusal?: (error: ApiError) => void;
}

/** Accepts everything. Without a resolver, an error that belongs to no input would never be cleared. */
const acceptAll: Resolver = (values) => ({ values, errors: {} });

/** The values by field, each also as a text that does not change with it. */
const fieldsOf = <Values extends FieldValues>(values: Values) =>
  new Map(
    Object.entries(values).map(([name, value]) => [
      name as Path<Values>,
      { value: value as PathValue<Values, Path<Values>>, text: JSON.stringify(value) },
    ]),
  );

/**
 * A form of React Hook Form whose values are sent to the api. Refusals are shown at the fields that they name, the
 * first of which gets the focus; what was typed is kept.
 */
export function useEndpointForm<Values extends FieldValues, Input = Values>({
  defaultValues,
  schema,
  mode = 'onSubmit',
  delayError,
  onSend,
  otherFields = [],
  onRefusal,
}: EndpointFormOptions<Values, Input>) {
  const form = useForm<Values, unknown, Input>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: (schema ? zodResolver(schema) : acceptAll) as Resolver<Values, unknown, Input>,
    mode,
    ...(delayError && { delayError }),
  });
  const [isSaved, setIsSaved] = useState(false);
  const isBusy = useRef(false);
  const { isDirty, isSubmitting, errors } = form.formState;

  async function send(input: Input, by: typeof onSend): Promise<void> {
    setIsSaved(false);
    try {
      const sent = fieldsOf(form.getValues());
      const saved = await by(input);
      if (!saved) return;
      const typed = fieldsOf(form.getValues());
      form.reset(saved);
      // Input typed during the request is kept.
      for (const [name, { value, text }] of typed)
        if (text !== sent.get(name)?.text) form.setValue(name, value, { shouldDirty: true });
      setIsSaved(true);
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (markFields(form, error, otherFields)) return;
      if (onRefusal) onRefusal(error);
      else form.setError('root', { message: Object.values(error.fields)[0] ?? error.message });
    }
  }

  /** Returns a handler that sends the values in another way, such as for a test, or after a confirmation. */
  const submitWith = (by: typeof onSend) => (event?: FormEvent) => {
    event?.preventDefault();
    // Two clicks, or Enter and the button, send once.
    if (isBusy.current) return;
    isBusy.current = true;
    void form
      .handleSubmit((input) => send(input, by))()
      .finally(() => {
        isBusy.current = false;
      });
  };

  return {
    form,
    isDirty,
    isSending: isSubmitting,
    /** The last change has been saved. */
    isSaved,
    /** Why sending failed, when no field is to blame. */
    message: errors.root?.message ?? null,
    /** The error of a field, also of one without an input. */
    errorOf: (name: string) => form.getFieldState(name as Path<Values>, form.formState).error?.message,
    /** Props to spread on an input. */
    field: <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    handleSubmit: submitWith(onSend),
    submitWith,
  };
}
