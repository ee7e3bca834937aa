import { isApiError } from '../data/api-error';

export type ToastKind = 'success' | 'error' | 'message';
type ShowToast = (kind: ToastKind, message: string) => void;

let show: ShowToast | null = null;
let waiting: Array<Parameters<ShowToast>> = [];

/** One sentence at the top of the page for 3 s. */
export const toast = {
  success: (message: string) => send('success', message),
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

function send(kind: ToastKind, message: string): void {
  if (show) show(kind, message);
  else waiting.push([kind, message]);
}
