import { toast } from './toast';

/**
 * Passes an address on by the device's own sheet, or else copies it. Says what happened; never rejects.
 *
 * Call it straight from a press: browsers open the sheet for nothing else.
 */
export async function shareLink(link: { url: string; title: string; text: string }): Promise<void> {
  if (!(await offerSheet(link))) await copy(link.url);
}

/** False where there is no sheet or it does not take this; closing it without sharing is an answer too. */
async function offerSheet(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('リンクをコピーしました。');
  } catch {
    // Without the right to the clipboard the address is still there to be copied by hand.
    toast.message(url);
  }
}
