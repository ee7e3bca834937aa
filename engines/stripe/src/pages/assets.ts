import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { StripeError } from '../http/stripe-error';
import type { Pages } from './pages';

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;
/** The files served to browsers, built from src/browser. */
const FILES = ['card-fields.js', 'challenge-done.js', 'pages.css'] as const;
const SCRIPT = 'stripe-js.js';

/** Serves the built files of a folder, reading each one once. */
export function registerAssets(pages: Pages, folder: string): void {
  const contents = new Map<string, Promise<Buffer>>();
  const serve = async (name: string, headers: Record<string, string> = {}) => {
    const content = contents.get(name) ?? readFile(join(folder, name));
    contents.set(name, content);
    const type = TYPES[name.endsWith('.js') ? 'js' : 'css'];
    return { headers: { 'Content-Type': type, 'Cache-Control': 'no-cache', ...headers }, body: await content };
  };
  // Any page may load it, as with Stripe's script.
  const forAll = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
  pages.register('GET', '/stripe.js', () => serve(SCRIPT, forAll));
  // Browsers request a favicon for every page; there is none.
  pages.register('GET', '/favicon.ico', () => ({ status: 204, body: '' }));
  pages.register('GET', '/assets/:name', ({ ids: [name] }) => {
    const file = FILES.find((known) => known === name);
    if (!file) throw new StripeError({ status: 404, message: 'There is no such file.' });
    return serve(file);
  });
}
