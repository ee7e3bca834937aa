/** Returns whether a key is not for the room: with a modifier, or for a text field, a menu, a focused button or an open dialog. */
export function isKeyTaken({ target, code, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open]') !== null) return true;
  if (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="dialog"]'))
    return true;
  return code === 'Space' && target.closest('button, a, summary, [role="tab"], [tabindex="0"]') !== null;
}
