import { AppError } from '../app-error';
import { newTypedCode } from './typed-codes';

/** How often a code that is taken is generated again. */
const MAX_ATTEMPTS = 5;

/**
 * Inserts the code of an event that its organizer has chosen, or a generated one. Throws `already` when the chosen one is
 * taken.
 *
 * @param insert returns nothing when the code is taken.
 */
export async function insertTypedCode<Row>(
  chosen: string | undefined,
  insert: (code: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await insert(chosen ?? newTypedCode());
    if (row) return row;
    if (chosen !== undefined)
      throw new AppError('already', { fields: { code: 'このコードは、このイベントですでに使われています。' } });
  }
  throw new Error('No free code was found');
}
