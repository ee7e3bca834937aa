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

it('has nothing to wait for without styles, and none of others', async () => {
  addLink('http://localhost/r/mf-account/1.0.0/page.css');
  await expect(stylesLoaded(BASE)).resolves.toBeUndefined();
});

it('waits for a stylesheet that is on its way', async () => {
  const link = addLink(`${BASE}page.css`);
  const loaded = stylesLoaded(BASE);
  link.dispatchEvent(new Event('load'));
  await expect(loaded).resolves.toBeUndefined();
});

it('takes one that is there', async () => {
  Object.defineProperty(addLink(`${BASE}page.css`), 'sheet', { value: {}, configurable: true });
  await expect(stylesLoaded(BASE)).resolves.toBeUndefined();
});

it('rejects when one does not load, and takes the dead link away', async () => {
  const link = addLink(`${BASE}page.css`);
  const loaded = stylesLoaded(BASE);
  link.dispatchEvent(new Event('error'));
  await expect(loaded).rejects.toThrow('stylesheet did not load');
  expect(document.querySelector('link')).toBeNull();
});

it('takes out what is still on its way of one release, and nothing else', () => {
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
