import { render, screen } from '@testing-library/react';

import { RichText } from './rich-text';

it('renders paragraphs, a list and a link from plain text', async () => {
  render(<RichText text={'はじめに\n資料は https://example.jp/a です。\n\n・紙\n・鉛筆'} />);
  expect(await screen.findByRole('link', { name: 'https://example.jp/a' })).toHaveAttribute(
    'href',
    'https://example.jp/a',
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['紙', '鉛筆']);
});

it('treats nothing as markup', () => {
  const { container } = render(<RichText text={'<img src=x onerror=alert(1)> javascript:alert(1)'} />);
  expect(container.querySelector('img, a')).toBeNull();
  expect(screen.getByText(/<img src=x/)).toBeInTheDocument();
});
