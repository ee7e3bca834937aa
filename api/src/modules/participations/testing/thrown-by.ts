import { AppError } from '../../../platform/app-error';

/** Returns the code of the refusal, or "nothing". Other errors are rethrown. */
export async function thrownBy(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'nothing';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
