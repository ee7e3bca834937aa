import type { Faults } from '../work/work';
import { registerAssets } from './assets';
import { registerConnectPages } from './connect-pages';
import { registerDeveloperPage } from './developer-page';
import { html } from './html';
import { page } from './page';
import type { PageActions } from './page-actions';
import type { Pages } from './pages';
import { registerPayerPages } from './payer-pages';

export interface PagesOptions {
  /** Folder of the built files of src/browser. */
  readonly assets: string;
  /** The page at / that shows and moves everything: for a machine that nobody else reaches. */
  readonly hasDeveloperPage?: boolean;
}

export interface PagesEngine {
  readonly pages: Pages;
  readonly actions: PageActions;
  setFaults(faults: Partial<Faults>): void;
}

/** Adds what people and browsers see of an engine: the script, the card's fields, challenges, stores, the developer's page. */
export function registerPages(engine: PagesEngine, { assets, hasDeveloperPage = false }: PagesOptions): void {
  registerAssets(engine.pages, assets);
  registerPayerPages(engine.pages, engine.actions);
  registerConnectPages(engine.pages, engine.actions);
  engine.pages.register('GET', '/elements/fields', () =>
    page({ title: 'カード', body: html``, isFramed: true, look: 'bare', script: 'card-fields.js' }),
  );
  if (hasDeveloperPage) registerDeveloperPage(engine);
}
