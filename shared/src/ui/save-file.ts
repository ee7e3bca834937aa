/** Saves a text as a file through the browser's downloads. */
export function saveFile(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The download holds its own reference to the blob once it has started, which is after this task.
  setTimeout(() => URL.revokeObjectURL(href));
}
