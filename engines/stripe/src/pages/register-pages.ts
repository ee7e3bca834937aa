import { registerAssets } from './assets';
import { registerConnectPages } from './connect-pages';
import { registerDeveloperPage } from './developer-page';
import { html } from './html';
import { page } from './page';
import type { PagesEngine } from './pages-engine';
import { registerPayerPages } from './payer-pages';

export interface PagesOptions {
  /** Folder of the files built from src/browser. */
  readonly assets: string;
  /** Whether to serve the developer page at /; only for a machine that nobody else can reach. */
  readonly hasDeveloperPage?: boolean;
}

/**
 * Registers everything an engine serves to browsers: the script, card fields, challenges, konbini pages and the
 * developer page.
 */
export function registerPages(engine: PagesEngine, { assets, hasDeveloperPage = false }: PagesOptions): void {
  registerAssets(engine.pages, assets);
  registerPayerPages(engine.pages, engine.actions);
  registerConnectPages(engine.pages, engine.actions);
  engine.pages.register('GET', '/elements/fields', () =>
    page({ title: 'カード', body: html``, isFramed: true, look: 'bare', script: 'card-fields.js' }),
  );
  if (hasDeveloperPage) registerDeveloperPage(engine);
}
