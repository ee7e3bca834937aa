import { screen, within } from '@testing-library/react';

import { renderWithApp } from '../testing/render-with-app';
import { SharePage } from './share-page';

it('shares the public address of a page with its title', async () => {
  const { user } = renderWithApp(<SharePage path="/events" title="イベント" />, {
    config: { publicUrl: 'https://manabiba.example' },
  });
  await user.click(screen.getByRole('button', { name: '共有' }));
  const dialog = within(await screen.findByRole('dialog', { name: '共有' }));
  expect(dialog.getByText('イベント | まなびば')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: '共有するリンクのURL' })).toHaveValue('https://manabiba.example/events');
});
