import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog, type DialogProps } from './dialog';
import { Menu, MenuItem } from './menu';
import { TextField } from './text-field';

function setUp(given: Partial<DialogProps> = {}) {
  const onClose = jest.fn();
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setIsOpen(true)}>教室をつくる</Button>
        <Dialog
          isOpen={isOpen}
          title="教室をつくる"
          footer={<Button type="submit">作成する</Button>}
          {...given}
          onClose={() => {
            onClose();
            setIsOpen(false);
          }}
        >
          {given.children ?? <TextField label="タイトル" />}
        </Dialog>
      </>
    );
  }
  render(<Page />);
  const user = userEvent.setup();
  const open = async () => {
    await user.click(screen.getByRole('button', { name: '教室をつくる' }));
    return screen.getByRole('dialog', { name: '教室をつくる' });
  };
  return { user, onClose, open };
}

/** The browser's reaction to Escape, which jsdom does not implement. */
const pressEscapeOn = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

describe('Dialog', () => {
  it('is absent until it is opened', () => {
    setUp();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('focuses its first field', async () => {
    const { open } = setUp();
    await open();
    expect(screen.getByLabelText('タイトル')).toHaveFocus();
  });

  it('focuses the first button of the footer when there are no fields', async () => {
    const { open } = setUp({ children: '送りますか。' });
    await open();
    expect(screen.getByRole('button', { name: '作成する' })).toHaveFocus();
  });

  it('closes with its button and returns focus', async () => {
    const { user, open, onClose } = setUp();
    const dialog = await open();
    await user.click(within(dialog).getByRole('button', { name: '閉じる' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: '教室をつくる' })).toHaveFocus();
  });

  it('closes with Escape', async () => {
    const { open, onClose } = setUp();
    pressEscapeOn(await open());
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('calls onClose when the browser has closed it', async () => {
    const { open, onClose } = setUp();
    const dialog = (await open()) as HTMLDialogElement;
    act(() => dialog.close());
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays open when a file picker inside is cancelled', async () => {
    const { open, onClose } = setUp({ children: <TextField label="書類" type="file" /> });
    await open();
    fireEvent(screen.getByLabelText('書類'), new Event('cancel', { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('closes on a click outside', async () => {
    const { user, open, onClose } = setUp();
    await user.click(await open());
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays open when a text selection ends outside', async () => {
    const { user, open, onClose } = setUp();
    const dialog = await open();
    await user.pointer([
      { keys: '[MouseLeft>]', target: screen.getByLabelText('タイトル') },
      { keys: '[/MouseLeft]', target: dialog },
    ]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('stays open while a request is running', async () => {
    const { user, open, onClose } = setUp({ isBusy: true });
    const dialog = await open();
    pressEscapeOn(dialog);
    await user.click(dialog);
    expect(within(dialog).getByRole('button', { name: '閉じる' })).toBeDisabled();
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog).toHaveAttribute('open');
  });

  it('is one form from the fields to the footer', async () => {
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const { user, open } = setUp({ onSubmit });
    await open();
    await user.keyboard('朝の英文法{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: '作成する' }));
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('leaves Escape to an open menu inside it', async () => {
    const { user, open, onClose } = setUp({
      children: (
        <Menu label="その他の操作" trigger={(props) => <Button {...props}>その他</Button>}>
          <MenuItem onSelect={() => undefined}>通報する</MenuItem>
        </Menu>
      ),
    });
    await open();
    await user.click(screen.getByRole('button', { name: 'その他' }));
    const notHandled = jest.fn();
    window.addEventListener('keydown', notHandled, { once: true });
    await user.keyboard('{Escape}');
    window.removeEventListener('keydown', notHandled);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(notHandled).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('ConfirmDialog', () => {
  function ask(isLoading = false) {
    const onConfirm = jest.fn();
    const onClose = jest.fn();
    render(
      <ConfirmDialog
        isOpen
        title="退室させますか"
        confirmLabel="退室させる"
        isDanger
        isLoading={isLoading}
        onConfirm={onConfirm}
        onClose={onClose}
      >
        再入室できません。
      </ConfirmDialog>,
    );
    return { user: userEvent.setup(), onConfirm, onClose };
  }

  it('focuses the cancel button', async () => {
    const { user, onConfirm, onClose } = ask();
    expect(screen.getByRole('button', { name: 'キャンセル' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('runs the action on confirmation', async () => {
    const { user, onConfirm } = ask();
    await user.click(screen.getByRole('button', { name: '退室させる' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('does not run the action twice', async () => {
    const { user, onConfirm } = ask(true);
    const button = screen.getByRole('button', { name: '退室させる' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
