import { isApiError, showMessageFor } from '@manabiba/shared/platform';

/** Returns the messages of a failed call by field of its form. Shows a message where none of the fields is at fault. */
export function fieldErrorsOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const named = isApiError(error) ? fields.filter((field) => error.fields[field]) : [];
  if (!isApiError(error) || named.length === 0) showMessageFor(error);
  else return Object.fromEntries(named.map((field) => [field, error.fields[field]])) as Partial<Record<Field, string>>;
  return {};
}
