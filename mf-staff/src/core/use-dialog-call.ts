import { isApiError, toast } from '@manabiba/shared/platform';
import { useState } from 'react';

import { fieldErrorsOf } from './field-errors';

interface DialogCallOptions<Answer> {
  /** The message when it is done. */
  done: string | ((answer: Answer) => string);
  /** Messages by error code for when the subject has changed meanwhile. */
  stale?: { conflict: string; already?: string };
  /** Called when the shown data is outdated. */
  onStale?: () => void;
  onClose: () => void;
}

/**
 * Returns a function that makes the call of a dialog, and the reason's error. A call that no longer fits closes the
 * dialog; after any other failure it stays open with the typed text.
 */
export function useDialogCall<Answer>({ done, stale, onStale, onClose }: DialogCallOptions<Answer>) {
  const [reasonError, setReasonError] = useState<string>();

  async function make(call: () => Promise<Answer>): Promise<void> {
    setReasonError(undefined);
    try {
      const answer = await call();
      toast.success(typeof done === 'string' ? done : done(answer));
    } catch (error) {
      const message = isApiError(error) && isStale(error.code) ? stale?.[error.code] : undefined;
      if (message === undefined) return setReasonError(fieldErrorsOf(error, ['reason']).reason);
      toast.error(message);
      onStale?.();
    }
    onClose();
  }
  return { make, reasonError };
}

const isStale = (code: string): code is 'conflict' | 'already' => code === 'conflict' || code === 'already';
