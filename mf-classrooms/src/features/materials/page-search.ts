import type { ArchivedPage } from '@manabiba/shared/contract/classroom-materials';
import { foldForSearch } from '@manabiba/shared/contract/search-fold';

/** A page with the line to show of it. */
export type FoundPage = ArchivedPage & { excerpt: string };

/** Returns the pages whose words or title contain what is searched for, with the line that does; all for nothing. */
export function matchingPages(pages: readonly ArchivedPage[], search: string): FoundPage[] {
  const wanted = foldForSearch(search);
  return pages.flatMap((page) => {
    const lines = page.text.split('\n');
    const [first = ''] = lines;
    if (wanted === '') return [{ ...page, excerpt: first }];
    const line = lines.find((each) => foldForSearch(each).includes(wanted));
    if (line !== undefined) return [{ ...page, excerpt: line }];
    // Words that go on in the next line, and the name of the file.
    const isFound = [page.text.replaceAll('\n', ''), page.title].some((each) => foldForSearch(each).includes(wanted));
    return isFound ? [{ ...page, excerpt: first }] : [];
  });
}
