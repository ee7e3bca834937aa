import { AppError } from '../../../platform/app-error';

/** The code of the refusal, or "nothing". What is no refusal is thrown on. */
export async function thrownBy(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'nothing';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
