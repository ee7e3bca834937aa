import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Closes an overlay on Escape and on an outside press.
 *
 * Escape closes the innermost overlay only: a menu in a dialog closes and the dialog stays.
 */
export function useDismiss(
  isOpen: boolean,
  inside: RefObject<HTMLElement | null>,
  onDismiss: (by: 'escape' | 'press') => void,
) {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) return undefined;
    function handlePointerDown(event: PointerEvent) {
      if (event.target instanceof Node && inside.current?.contains(event.target) !== true) dismiss('press');
    }
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      dismiss('escape');
    }
    document.addEventListener('pointerdown', handlePointerDown, true);
    document.addEventListener('keydown', handleKeyDown, true);
    return () => {
      document.removeEventListener('pointerdown', handlePointerDown, true);
      document.removeEventListener('keydown', handleKeyDown, true);
    };
  }, [isOpen, inside]);
}
