import { toast } from '@manabiba/shared/platform';

import { failureSentence } from './form-errors';

interface Outcome {
  done: string;
  /** Custom error message, where the api's own message is not specific enough. */
  sentenceOf?: (error: unknown) => string;
  onClose: () => void;
}

/**
 * Runs after a confirmation: shows the result as a toast and closes the dialog. Resolves with whether the call
 * succeeded.
 */
export async function tellOutcome(
  act: Promise<unknown>,
  { done, sentenceOf = failureSentence, onClose }: Outcome,
): Promise<boolean> {
  try {
    await act;
    toast.success(done);
    return true;
  } catch (error) {
    toast.error(sentenceOf(error));
    return false;
  } finally {
    onClose();
  }
}
