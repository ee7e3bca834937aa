import { isApiError, showMessageFor, toast } from '@manabiba/shared/platform';

interface DialogCallOptions {
  /** The message when it is done. */
  done: string;
  /** The message when the call no longer fits what it is about (`conflict`). */
  stale: string;
  /** What is shown must be read again. */
  onStale?: () => void;
  onClose: () => void;
}

/**
 * Returns a function that makes the call of a dialog. One that no longer fits closes the dialog; after any other failure
 * it stays, with what was typed.
 */
export function useDialogCall({ done, stale, onStale, onClose }: DialogCallOptions) {
  return async (call: () => Promise<unknown>): Promise<void> => {
    try {
      await call();
      toast.success(done);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'conflict') return showMessageFor(error);
      toast.error(stale);
      onStale?.();
    }
    onClose();
  };
}
