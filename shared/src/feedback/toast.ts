import { isApiError } from '../data/api-error';

export type ToastKind = 'success' | 'error' | 'message';
/** An action offered by a toast while it is visible. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}
type ShowToast = (kind: ToastKind, message: string, action?: ToastAction) => void;

let show: ShowToast | null = null;
let waiting: Array<Parameters<ShowToast>> = [];

/** A one-sentence message at the top of the page for 3 s; with an action for 8 s. */
export const toast = {
  success: (message: string, action?: ToastAction) => send('success', message, action),
  error: (message: string) => send('error', message),
  message: (message: string) => send('message', message),
};

/** Shows the message of a refused call; ignores an aborted one. */
export function showMessageFor(error: unknown): void {
  if (isApiError(error)) toast.error(error.message);
}

/** Used by the shell: receives all toasts from now on, and the queued ones. Returns the unsubscribe function. */
export function takeToasts(take: ShowToast): () => void {
  show = take;
  const early = waiting;
  waiting = [];
  for (const args of early) take(...args);
  return () => {
    if (show === take) show = null;
  };
}

const AFTER_LOAD = 'toast-after-load';

/** Repeats a message on the page being loaded in this tab. */
export function toastAfterLoad(message: string): void {
  inSessionStorage((storage) => storage.setItem(AFTER_LOAD, message));
}

/** Used by the shell: shows the message left by the previous page. */
export function sayToastOfPageBefore(): void {
  const message = inSessionStorage((storage) => storage.getItem(AFTER_LOAD));
  if (!message) return;
  inSessionStorage((storage) => storage.removeItem(AFTER_LOAD));
  toast.success(message);
}

/** Without storage the message is shown only once. */
function inSessionStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(window.sessionStorage);
  } catch {
    return null;
  }
}

function send(kind: ToastKind, message: string, action?: ToastAction): void {
  const args: Parameters<ShowToast> = action ? [kind, message, action] : [kind, message];
  if (show) show(...args);
  else waiting.push(args);
}
