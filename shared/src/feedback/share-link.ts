import { toast } from './toast';

/**
 * Shares a URL through the native share sheet, or copies it. Reports the result; never rejects.
 *
 * Call it directly from a click handler: browsers open the sheet only on a user gesture.
 */
export async function shareLink(link: { url: string; title: string; text: string }): Promise<void> {
  if (!(await offerSheet(link))) await copy(link.url);
}

/** False when there is no sheet or it does not accept this; dismissing it still counts as handled. */
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
    // Without clipboard permission, the URL is shown for manual copying.
    toast.message(url);
  }
}
