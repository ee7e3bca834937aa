import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { type PagedItems, PagedList } from './paged-list';

function setUp(given: Partial<PagedItems<string>> = {}) {
  const list = {
    items: ['一', '二'],
    error: undefined,
    hasMore: false,
    isLoadingMore: false,
    retry: jest.fn(),
    loadMore: jest.fn(),
    ...given,
  };
  render(
    <PagedList list={list} name="教室" skeleton={<p>読み込み中</p>} empty={<p>まだありません。</p>}>
      {(items) => <p>{items.join('と')}</p>}
    </PagedList>,
  );
  return { list, user: userEvent.setup() };
}

it.each<[string, Partial<PagedItems<string>>, string]>([
  ['the skeleton before the first page', { items: undefined }, '読み込み中'],
  ['the skeleton while there is no page yet', { items: [], pages: [] }, '読み込み中'],
  [
    'the error in place of a first page that failed',
    { items: [], pages: [], error: new Error() },
    '教室を表示できませんでした。',
  ],
  ['the empty state', { items: [], pages: [{}] }, 'まだありません。'],
  ['the items', {}, '一と二'],
])('shows %s', (_what, given, text) => {
  setUp(given);
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('loads the next page on request', async () => {
  const { list, user } = setUp({ hasMore: true });
  await user.click(screen.getByRole('button', { name: 'さらに表示する' }));
  expect(list.loadMore).toHaveBeenCalledTimes(1);
});

it('keeps the loaded items when the next page fails, and retries', async () => {
  const { list, user } = setUp({ hasMore: true, error: new Error() });
  expect(screen.getByText('一と二')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('続きを表示できませんでした。');
  expect(screen.queryByRole('button', { name: 'さらに表示する' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(list.retry).toHaveBeenCalledTimes(1);
});
