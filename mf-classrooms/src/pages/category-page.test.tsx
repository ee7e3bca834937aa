import { listCategories, listCategoryArchives } from '@manabiba/shared/data/endpoints';
import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { aCategory, aPage } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { CategoryPage } from './category-page';

it('shows the archives of a category under its name', async () => {
  const network = new FakeNetwork()
    .answer(listCategories, { categories: [aCategory({ id: 'cat_1', name: '数学' })] })
    .answer(listCategoryArchives, aPage([anArchive({ title: '内積' })]));
  renderWithApp(<CategoryPage />, { network, path: '/categories/cat_1', pattern: '/categories/{id}' });
  expect(await screen.findByRole('heading', { level: 1, name: '数学のアーカイブ' })).toBeVisible();
  expect(await screen.findByRole('link', { name: '内積' })).toBeVisible();
});
