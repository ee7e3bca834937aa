/** Hands a text over to the browser's downloads as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The download has its own hold on the blob once it has begun, which is after this turn.
  setTimeout(() => URL.revokeObjectURL(href));
}
