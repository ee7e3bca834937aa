/** How an input is read that stands for null while it is empty. */
export const orNull = { setValueAs: (typed: string | null) => typed || null };
