import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Button } from './button';
import { Popover } from './popover';
import { Tooltip } from './tooltip';

describe('Popover', () => {
  function setUp() {
    render(
      <>
        <Popover label="田中 エマ" trigger={(props) => <Button {...props}>人について</Button>}>
          {(close) => <Button onClick={close}>フォローする</Button>}
        </Popover>
        <p>ほかの場所</p>
      </>,
    );
    const user = userEvent.setup();
    return { user, open: () => user.click(screen.getByRole('button', { name: '人について' })) };
  }

  it('opens as a named dialog with the focus in it', async () => {
    const { user, open } = setUp();
    await open();
    expect(screen.getByRole('dialog', { name: '田中 エマ' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'フォローする' })).toHaveFocus();
  });

  it.each([
    ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
    [
      'a click inside',
      (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'フォローする' })),
    ],
    [
      'its button',
      (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: '人について' })),
    ],
  ])('is closed by %s and returns the focus to its button', async (_by, act) => {
    const { user, open } = setUp();
    await open();
    await act(user);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: '人について' })).toHaveFocus();
  });

  it('closes on an outside press', async () => {
    const { user, open } = setUp();
    await open();
    await user.click(screen.getByText('ほかの場所'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('Tooltip', () => {
  function setUp() {
    render(
      <Tooltip label="リンクをコピー">
        <Button>リンク</Button>
      </Tooltip>,
    );
    return { user: userEvent.setup(), button: screen.getByRole('button', { name: 'リンク' }) };
  }

  it('describes its control while that is hovered', async () => {
    const { user, button } = setUp();
    await user.hover(button);
    expect(screen.getByRole('tooltip')).toHaveTextContent('リンクをコピー');
    expect(button).toHaveAccessibleDescription('リンクをコピー');
    await user.unhover(button);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('appears on focus and disappears on Escape', async () => {
    const { user } = setUp();
    await user.tab();
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
});
