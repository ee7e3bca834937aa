/** Saves a text as a file through the browser's downloads. */
export const saveFile = (name: string, text: string, type: string): void =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

/** The same for any content. */
export function saveBlob(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The download holds its own reference to the blob once it has started, which is after this task.
  setTimeout(() => URL.revokeObjectURL(href));
}
