import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface DocumentPictureInPicture {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>;
}

const SIZE = { width: 392, height: 120 };

const api = () => (window as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture;

/**
 * A window above all others, for browsers with document picture-in-picture. `open` is null in the other ones and while
 * it is open; it closes with the component.
 */
export function usePictureWindow(): { window: Window | null; open: (() => void) | null } {
  const [shown, setShown] = useState<Window | null>(null);
  useEffect(() => () => shown?.close(), [shown]);
  const pictureInPicture = api();
  if (!pictureInPicture || shown) return { window: shown, open: null };
  const open = async () => {
    const target = await pictureInPicture.requestWindow(SIZE);
    dress(target.document);
    target.addEventListener('pagehide', () => setShown(null));
    setShown(target);
  };
  // Rejected without a user gesture, or when the user forbids it: the player stays on the page.
  return { window: null, open: () => void open().catch(() => undefined) };
}

export const PictureWindow = ({ target, children }: { target: Window; children: ReactNode }) =>
  createPortal(children, target.document.body);

/** Gives a window the styles, language, theme and title of the page. */
function dress(page: Document): void {
  for (const { name, value } of document.documentElement.attributes) page.documentElement.setAttribute(name, value);
  page.title = document.title;
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    page.head.append(page.importNode(sheet, true));
}
