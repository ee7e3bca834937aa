import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { PageErrorBoundary } from './page-error-boundary';

it('shows an error when a page crashes and renders it again on retry', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Page = () => {
    if (isBroken) throw new Error('render');
    return <h1>利用規約</h1>;
  };
  const { user } = renderWithApp(
    <PageErrorBoundary>
      <Page />
    </PageErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'ページを表示できませんでした。' })).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(screen.getByRole('heading', { level: 1, name: '利用規約' })).toBeInTheDocument();
});
