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

function send(kind: ToastKind, message: string, action?: ToastAction): void {
  const args: Parameters<ShowToast> = action ? [kind, message, action] : [kind, message];
  if (show) show(...args);
  else waiting.push(args);
}
