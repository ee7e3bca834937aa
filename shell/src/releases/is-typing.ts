/** Returns whether a reload would lose something: a dialog is open, or a field of the page has text. */
export function isTyping(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#content :is(textarea, input:not([type]), input[type="text"], input[type="email"], input[type="password"])',
  );
  return [...fields].some(
    (field) => !field.readOnly && (field === document.activeElement || field.value.trim() !== ''),
  );
}
