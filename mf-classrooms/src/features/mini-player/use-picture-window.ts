import { useEffect, useState } from 'react';

/** The Document Picture-in-Picture API, which only some browsers on computers have. */
interface DocumentPictureInPicture {
  requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}

const SIZE = { width: 400, height: 124 };

const api = () => (window as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture;

/**
 * Returns the small window that stays above all other windows, null while there is none, and the function that opens it
 * from a user gesture, in browsers that have it. The window closes with the component.
 */
export function usePictureWindow(): { picture: Window | null; open: (() => void) | undefined } {
  const [picture, setPicture] = useState<Window | null>(null);
  useEffect(() => {
    if (!picture) return undefined;
    const handleClosed = () => setPicture(null);
    picture.addEventListener('pagehide', handleClosed);
    picture.document.addEventListener('click', showPageOfLink);
    return () => {
      picture.removeEventListener('pagehide', handleClosed);
      picture.close();
    };
  }, [picture]);
  const open = () => {
    api()
      ?.requestWindow(SIZE)
      .then(
        (opened) => {
          dress(opened.document);
          setPicture(opened);
        },
        // The browser refuses it, for example when a gesture is too long ago: the player stays on the page.
        () => undefined,
      );
  };
  return { picture, open: api() && open };
}

/** Gives a new window the page's language, theme and styles. */
function dress(target: Document): void {
  const { lang, dataset } = document.documentElement;
  target.documentElement.lang = lang;
  if (dataset['theme'] !== undefined) target.documentElement.dataset['theme'] = dataset['theme'];
  target.title = document.title;
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    target.head.append(target.importNode(sheet, true));
}

/** A link opens in the page, which may be behind other windows. */
function showPageOfLink({ target }: Event): void {
  if ((target as Element).closest('a')) window.focus();
}
