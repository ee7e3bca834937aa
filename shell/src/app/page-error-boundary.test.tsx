import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { translate } from '@manabiba/shared/testing/translate';
import { screen } from '@testing-library/react';
import { useState } from 'react';

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

it('renders a page again when the browser has translated a text that is removed', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Page = () => {
    const [isShort, setIsShort] = useState(false);
    return (
      <h1>
        {!isShort && 'まなびばの'}
        <button type="button" onClick={() => setIsShort(true)}>
          利用規約
        </button>
      </h1>
    );
  };
  const { user, container } = renderWithApp(
    <PageErrorBoundary>
      <Page />
    </PageErrorBoundary>,
  );
  translate(container);
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('heading', { level: 1, name: /まなびばの ?利用規約/ })).toBeInTheDocument();
});
