import { isApiError } from '../data/api-error';

export type ToastKind = 'success' | 'error' | 'message';
/** Something that can be done about what a toast says, while it is there. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}
type ShowToast = (kind: ToastKind, message: string, action?: ToastAction) => void;

let show: ShowToast | null = null;
let waiting: Array<Parameters<ShowToast>> = [];

/** One sentence at the top of the page for 3 s; with an action for 8 s. */
export const toast = {
  success: (message: string, action?: ToastAction) => send('success', message, action),
  error: (message: string) => send('error', message),
  message: (message: string) => send('message', message),
};

/** Tells the sentence of a refused call; says nothing of what was only broken off. */
export function showMessageFor(error: unknown): void {
  if (isApiError(error)) toast.error(error.message);
}

/** The shell's: takes all toasts from now on, and those that came before. Returns how to stop. */
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

/** Says a sentence once more on the page that is being loaded in this tab. */
export function toastAfterLoad(message: string): void {
  inSessionStorage((storage) => storage.setItem(AFTER_LOAD, message));
}

/** The shell's: says what the page before has left to be said. */
export function sayToastOfPageBefore(): void {
  const message = inSessionStorage((storage) => storage.getItem(AFTER_LOAD));
  if (!message) return;
  inSessionStorage((storage) => storage.removeItem(AFTER_LOAD));
  toast.success(message);
}

/** A browser that keeps nothing says it once only. */
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
