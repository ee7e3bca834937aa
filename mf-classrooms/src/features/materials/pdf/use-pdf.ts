import { useEffect, useState } from 'react';

import type { OpenPdf, PdfFile } from './pdf-file';

/** Loads PDF.js with the first PDF. */
export const openLatePdf: OpenPdf = (url) =>
  import(/* webpackChunkName: "pdf" */ './open-pdf').then(({ openPdf }) => openPdf(url));

/** Opens a PDF for as long as the component is there. */
export function usePdf(url: string, open: OpenPdf = openLatePdf) {
  const [state, setState] = useState<{ url: string; file?: PdfFile; hasFailed?: boolean }>({ url });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    let opened: PdfFile | undefined;
    setState({ url });
    open(url).then(
      (file) => {
        opened = file;
        if (isOver) file.close();
        else setState({ url, file });
      },
      () => !isOver && setState({ url, hasFailed: true }),
    );
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [url, open, attempt]);
  const { file, hasFailed = false } = state.url === url ? state : {};
  return { file, hasFailed, retry: () => setAttempt((known) => known + 1) };
}
