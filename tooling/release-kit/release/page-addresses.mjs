import { settled } from './page-findings.mjs';

/**
 * Collects concrete paths for routes with parameters from the links of the pages visited so far.
 * @param {string} to URL of the product.
 * @param {number} patienceMs Timeout for a page until it has loaded.
 */
export function createAddresses(to, patienceMs) {
  const known = new Set();
  const unread = ['/', '/classrooms', '/events'];

  async function learnFrom(page) {
    const paths = await page.$$eval('a[href^="/"]', (links) => links.map((link) => new URL(link.href).pathname));
    for (const path of paths) known.add(path);
  }

  /** Links lead to the page of an item; subpages, such as /events/{id}/edit, are derived from its path. */
  function fromLinks(path) {
    const end = path.lastIndexOf('}') + 1;
    const pattern = new RegExp(`^${path.slice(0, end).replace(/\{\w+\}/g, '[^/]+')}$`);
    const found = [...known].find((link) => pattern.test(link));
    return found && found + path.slice(end);
  }

  return {
    learnFrom,
    async of(page, path) {
      if (!path.includes('{')) return path;
      while (!fromLinks(path) && unread.length > 0) {
        await page.goto(to + unread.shift(), { waitUntil: 'domcontentloaded' });
        await settled(page, patienceMs);
        await learnFrom(page);
      }
      return fromLinks(path) ?? path.replace(/\{\w+\}/g, 'none');
    },
  };
}
