/** Reads an input whose empty value means null. */
export const orNull = { setValueAs: (typed: string | null) => typed || null };
