import { useEffect, useEffectEvent } from 'react';

/** The handlers of the review shortcuts; a key without one does nothing. */
interface ReviewKeys {
  onMove?: (by: 1 | -1) => void;
  onApprove?: () => void;
  onReturn?: () => void;
  /** From 0. */
  onTemplate?: (index: number) => void;
}

const TYPING = 'input, textarea, select, [contenteditable="true"]';

/**
 * The keys of a review: j and k or the arrows, A, R and digits. They do nothing while the user types, while a dialog is
 * open, or with a modifier.
 */
export function useReviewKeys(keys: ReviewKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.repeat) return;
    const { target } = event;
    if (target instanceof Element && target.closest(TYPING)) return;
    if (document.querySelector('dialog[open]')) return;
    const act = actionOf(event.key, keys);
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

function actionOf(key: string, { onMove, onApprove, onReturn, onTemplate }: ReviewKeys): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return onTemplate && (() => onTemplate(Number(key) - 1));
  switch (key.toLowerCase()) {
    case 'j':
    case 'arrowdown':
      return onMove && (() => onMove(1));
    case 'k':
    case 'arrowup':
      return onMove && (() => onMove(-1));
    case 'a':
      return onApprove;
    case 'r':
      return onReturn;
    default:
      return undefined;
  }
}
