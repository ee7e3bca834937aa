import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Button } from './button';
import { Card, CardTitle } from './card';
import { Countdown } from './countdown';
import { DateTime } from './date-time';
import { Dialog } from './dialog';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';
import { LoadMore } from './load-more';
import { Notice } from './notice';
import { Pagination } from './pagination';
import { Price } from './price';
import { Section } from './section';
import { SkeletonRows } from './skeleton';
import { SkeletonCards, SkeletonLive } from './skeleton-cards';

describe('Button', () => {
  it('does nothing while loading, not even submit its form', async () => {
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" isLoading loadingLabel="送信中…">
          送信
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: '送信中…' });
    expect(button).toBeDisabled();
    await userEvent.setup().click(button);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is not submitted again with Enter in a field while loading', async () => {
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <input aria-label="コメント" />
        <Button type="submit" isLoading>
          送信
        </Button>
      </form>,
    );
    await userEvent.setup().type(screen.getByRole('textbox'), 'こんにちは{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('announces that it is loading outside itself, in the dialog that is open', () => {
    const button = (isLoading: boolean) => (
      <Dialog isOpen title="送信" onClose={jest.fn()}>
        <Button isLoading={isLoading} loadingLabel="送信中…">
          送信
        </Button>
      </Dialog>
    );
    const { rerender } = render(button(false));
    const region = within(screen.getByRole('dialog')).getByText('', { selector: '[aria-live=polite]' });
    rerender(button(true));
    expect(region).toHaveTextContent('送信中…');
    expect(screen.getByRole('button', { name: '送信中…' })).not.toContainElement(region);
    rerender(button(false));
    expect(region).toBeEmptyDOMElement();
  });

  it.each([
    ['returns to it', undefined, '送信'],
    ['stays where it went', 'コメント', 'コメント'],
  ])('after loading, focus that was on it %s', async (_what, next, expected) => {
    const form = (isLoading: boolean) => (
      <>
        <Button isLoading={isLoading}>送信</Button>
        <button type="button">コメント</button>
      </>
    );
    const { rerender } = render(form(false));
    screen.getByRole('button', { name: '送信' }).focus();
    rerender(form(true));
    // What browsers do to a disabled element, and jsdom does not.
    screen.getByRole('button', { name: '送信' }).blur();
    if (next) screen.getByRole('button', { name: next }).focus();
    rerender(form(false));
    expect(screen.getByRole('button', { name: expected })).toHaveFocus();
  });

  it('does not submit a form unless its type says so', () => {
    render(<Button>開く</Button>);
    expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
  });
});

describe('Pagination', () => {
  const names = () =>
    within(screen.getByRole('navigation', { name: 'ページ' }))
      .getAllByRole('button')
      .map((button) => button.textContent);

  it.each([
    [1, 12, ['', '1', '2', '3', '12', '']],
    [6, 12, ['', '1', '5', '6', '7', '12', '']],
    [12, 12, ['', '1', '11', '12', '']],
    [1, 1, ['', '1', '']],
  ])('on page %d of %d links to the neighbours and the ends', (page, pageCount, expected) => {
    render(<Pagination page={page} pageCount={pageCount} onPage={jest.fn()} />);
    expect(names()).toEqual(expected);
    expect(screen.getByRole('button', { name: `${page}ページ` })).toHaveAttribute('aria-current', 'page');
  });

  it('goes to a page, and not beyond the ends', async () => {
    const onPage = jest.fn();
    render(<Pagination page={1} pageCount={3} onPage={onPage} />);
    expect(screen.getByRole('button', { name: '前へ' })).toBeDisabled();
    await userEvent.setup().click(screen.getByRole('button', { name: '次へ' }));
    expect(onPage).toHaveBeenCalledWith(2);
  });
});

describe('list states', () => {
  it('announces once that it is loading', () => {
    render(<SkeletonCards count={4} columns={4} />);
    expect(screen.getByRole('status', { name: '読み込み中' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  });

  it('has a skeleton for each of its layouts', () => {
    render(
      <>
        <SkeletonLive />
        <SkeletonRows count={2} isRuled />
      </>,
    );
    expect(screen.getAllByRole('status')).toHaveLength(2);
  });

  it('offers a retry after a failure', async () => {
    const onRetry = jest.fn();
    render(<ErrorState title="教室を表示できませんでした。" onRetry={onRetry} />);
    expect(screen.getByRole('alert')).toHaveTextContent(
      '教室を表示できませんでした。しばらくしてからもう一度お試しください。',
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('explains an empty list and suggests what to do', () => {
    render(
      <EmptyState title="まだ教室はありません。" action={<Button>教室をつくる</Button>}>
        最初のひとつを開いてみませんか。
      </EmptyState>,
    );
    expect(screen.getByRole('heading', { name: 'まだ教室はありません。' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '教室をつくる' })).toBeInTheDocument();
  });

  it('offers to load more until the end', () => {
    const { rerender } = render(<LoadMore hasMore isLoading={false} onLoadMore={jest.fn()} />);
    expect(screen.getByRole('button', { name: 'さらに表示する' })).toBeInTheDocument();
    rerender(<LoadMore hasMore={false} isLoading={false} onLoadMore={jest.fn()} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('is a section of the page under its heading', () => {
    render(
      <Section title="イベント" count="3件">
        <Card>
          <CardTitle>
            <a href="#1">宇宙望遠鏡</a>
          </CardTitle>
        </Card>
      </Section>,
    );
    const section = screen.getByRole('region', { name: 'イベント' });
    expect(within(section).getByRole('article')).toContainElement(screen.getByRole('link', { name: '宇宙望遠鏡' }));
  });
});

describe('fact components', () => {
  it('show a price, or that it is free', () => {
    const { container, rerender } = render(<Price amount={1500} />);
    expect(container).toHaveTextContent('1,500円 (税込)');
    rerender(<Price amount={0} />);
    expect(container).toHaveTextContent('無料');
  });

  it('show a time in human-readable and machine-readable form', () => {
    const value = new Date(2026, 10, 21, 13, 45).toISOString();
    const { container, rerender } = render(<DateTime value={value} />);
    expect(container).toHaveTextContent('2026年11月21日(土)13:45');
    expect(container.querySelector('time')).toHaveAttribute('datetime', value);
    rerender(<DateTime value={value} style="moment" />);
    expect(container).toHaveTextContent('11月21日13:45');
    rerender(<DateTime value={value} style="time" />);
    expect(container).toHaveTextContent(/^13:45$/);
  });

  it.each([
    [2 * 86_400_000 + 3 * 3_600_000, '2日03時間00分'],
    [3_723_000, '1時間02分03秒'],
    [-5, '0時間00分00秒'],
  ])('count down %d ms', (remainingMs, words) => {
    render(<Countdown remainingMs={remainingMs} />);
    expect(screen.getByRole('timer', { name: '開始まで' })).toHaveTextContent(words);
  });

  it('show a persistent notice, which is an alert when requested', () => {
    render(
      <Notice tone="error" role="alert">
        カード会社で承認されませんでした。
      </Notice>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('カード会社で承認されませんでした。');
  });
});
