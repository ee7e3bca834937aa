import type { ApiError } from '@manabiba/shared/platform';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Marks the fields of a form that a refusal of the api names, and focuses the first one in the form's order. Returns
 * whether it names any.
 *
 * @param otherFields names of refusals that are fields of the form without an input of their own.
 */
export function markFields<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  { fields }: ApiError,
  otherFields: readonly string[] = [],
): boolean {
  const isField = (name: string) => otherFields.includes(name) || form.getValues(name as Path<Values>) !== undefined;
  const order = [...Object.keys(form.getValues()), ...otherFields];
  const placeOf = (name: string) => order.indexOf(name.split('.')[0] ?? name);
  const wrong = Object.keys(fields)
    .filter(isField)
    .sort((one, other) => placeOf(one) - placeOf(other));
  wrong.forEach((name, index) =>
    form.setError(name as Path<Values>, { message: fields[name] }, { shouldFocus: index === 0 }),
  );
  return wrong.length > 0;
}
