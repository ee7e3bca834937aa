import { useEffect } from 'react';

const SITE_NAME = 'まなびば';

/** Sets the document title: `{page} | まなびば`, only the name on the top page. Returns that title. */
export function useDocumentTitle(page: string): string {
  const title = page ? `${page} | ${SITE_NAME}` : SITE_NAME;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
