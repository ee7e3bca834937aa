import { dropPendingFiles, stylesLoaded } from './release-files';

const BASE = 'http://localhost/r/mf-events/1.0.0/';

function addLink(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  Object.defineProperty(link, 'sheet', { value: null, configurable: true });
  document.head.append(link);
  return link;
}

afterEach(() => document.head.replaceChildren());

it('resolves at once without styles, and ignores those of others', async () => {
  addLink('http://localhost/r/mf-account/1.0.0/page.css');
  await expect(stylesLoaded(BASE)).resolves.toBeUndefined();
});

it('waits for a stylesheet that is still loading', async () => {
  const link = addLink(`${BASE}page.css`);
  const loaded = stylesLoaded(BASE);
  link.dispatchEvent(new Event('load'));
  await expect(loaded).resolves.toBeUndefined();
});

it('accepts one that has loaded', async () => {
  Object.defineProperty(addLink(`${BASE}page.css`), 'sheet', { value: {}, configurable: true });
  await expect(stylesLoaded(BASE)).resolves.toBeUndefined();
});

it('rejects when one fails to load, and removes the dead link', async () => {
  const link = addLink(`${BASE}page.css`);
  const loaded = stylesLoaded(BASE);
  link.dispatchEvent(new Event('error'));
  await expect(loaded).rejects.toThrow('stylesheet did not load');
  expect(document.querySelector('link')).toBeNull();
});

it('removes only the pending files of one release', () => {
  addLink(`${BASE}hanging.css`);
  Object.defineProperty(addLink(`${BASE}loaded.css`), 'sheet', { value: {}, configurable: true });
  for (const src of [`${BASE}page.js`, 'http://localhost/s/1/shell.js']) {
    const script = document.createElement('script');
    script.type = 'text/plain';
    script.src = src;
    document.head.append(script);
  }
  dropPendingFiles(BASE);
  expect([...document.head.children].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href'))).toEqual([
    `${BASE}loaded.css`,
    'http://localhost/s/1/shell.js',
  ]);
});
