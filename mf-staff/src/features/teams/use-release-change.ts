import { isApiError, showMessageFor, toast } from '@manabiba/shared/platform';

interface ReleaseChangeOptions {
  /** The message when it is done. */
  done: string;
  /** The change no longer fits: what is shown must be read again. */
  onStale: () => void;
  onClose: () => void;
}

/**
 * Returns a function that makes a change of a remote. A change that no longer fits closes the dialog; after any other
 * failure it stays, with what was typed.
 */
export function useReleaseChange({ done, onStale, onClose }: ReleaseChangeOptions) {
  return async (change: () => Promise<unknown>): Promise<void> => {
    try {
      await change();
      toast.success(done);
      onClose();
    } catch (error) {
      if (!isApiError(error) || error.code !== 'conflict') return showMessageFor(error);
      toast.error('ほかの変更が先にあったか、いまの構成に合いません。新しい状況を確かめてください。');
      onStale();
      onClose();
    }
  };
}
