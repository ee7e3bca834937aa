import { toast } from './toast';

/** What is shared. The title names it; the text, where there is one, goes before the URL in a message. */
export type SharedLink = Parameters<typeof shareLink>[0];

type OpenShareDialog = (link: SharedLink) => Promise<void>;

let openDialog: OpenShareDialog | null = null;

/** Used by the shell: opens what is to be shared in a dialog. Returns the unsubscribe function. */
export function takeShares(open: OpenShareDialog): () => void {
  openDialog = open;
  return () => {
    if (openDialog === open) openDialog = null;
  };
}

/**
 * Shares a URL through the native share sheet, or else in a dialog with the ways to share it. Resolves when either is
 * open; never rejects.
 *
 * Call it directly from a click handler: browsers open the sheet only on a user gesture.
 */
export async function shareLink(link: { url: string; title: string; text: string }): Promise<void> {
  if (await offerSheet(link)) return;
  try {
    if (!openDialog) throw new Error('There is no dialog on this page.');
    await openDialog(link);
  } catch {
    // Without the dialog's code the link can still be copied.
    await copyText(link.url);
  }
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

/**
 * Copies a link, or another text, and says so; never rejects. Without clipboard permission it shows the text for manual
 * copying, or asks to do so where the text can be selected on the page.
 */
export async function copyText(
  text: string,
  { copied = 'リンクをコピーしました。', isSelectable = false }: { copied?: string; isSelectable?: boolean } = {},
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    if (isSelectable) toast.error('コピーできませんでした。選択してコピーしてください。');
    else toast.message(text);
  }
}
