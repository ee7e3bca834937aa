import { aMe } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';

import { RoomKeys } from './room-keys';

const tabs = [
  { key: 'people', label: '参加者' },
  { key: 'comments', label: 'コメント' },
] as const;

function Room({ onHand }: { onHand: () => void }) {
  const [tab, setTab] = useState<'people' | 'comments'>('people');
  return (
    <>
      <RoomKeys />
      <button type="button" aria-keyshortcuts="H" onClick={onHand}>
        手を挙げる
      </button>
      <Tabs label="パネル" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'comments' && <textarea aria-label="コメント" />}
      </Tabs>
    </>
  );
}

function setUp() {
  const onHand = jest.fn();
  return { onHand, ...renderWithApp(<Room onHand={onHand} />, { me: aMe('student') }) };
}
beforeEach(() => window.localStorage.clear());

it('does what a letter stands for, but not while somebody types or with another key', async () => {
  const { user, onHand } = setUp();
  await user.keyboard('h');
  expect(onHand).toHaveBeenCalledTimes(1);
  await user.keyboard('{Control>}h{/Control}');
  await user.keyboard('c');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'コメント' })).toHaveFocus());
  await user.keyboard('h?');
  expect(onHand).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('textbox', { name: 'コメント' })).toHaveValue('h?');
  await user.click(screen.getByRole('tab', { name: '参加者' }));
  await user.keyboard('p');
  await waitFor(() => expect(screen.getByRole('tab', { name: '参加者' })).toHaveFocus());
});

it('lists the keys in a sheet, opened by ? or its button, where they do nothing', async () => {
  const { user, onHand } = setUp();
  await user.keyboard('?');
  const sheet = within(screen.getByRole('dialog', { name: 'キーボードの操作' }));
  expect(sheet.getByText('手を挙げる・下ろす')).toBeInTheDocument();
  await user.keyboard('h');
  expect(onHand).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '閉じる' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'キーボードの操作' }));
  expect(screen.getByRole('dialog', { name: 'キーボードの操作' })).toBeInTheDocument();
});

it('turns the letters off, on this device until they are turned on again', async () => {
  const { user, onHand, unmount } = setUp();
  await user.keyboard('?');
  await user.click(screen.getByRole('switch', { name: '文字のキーを使う' }));
  await user.click(screen.getByRole('button', { name: '閉じる' }));
  await user.keyboard('h');
  expect(onHand).not.toHaveBeenCalled();
  unmount();
  const again = setUp();
  await again.user.keyboard('h?');
  expect(again.onHand).not.toHaveBeenCalled();
  await again.user.click(screen.getByRole('switch', { name: '文字のキーを使う' }));
  await again.user.click(screen.getByRole('button', { name: '閉じる' }));
  await again.user.keyboard('h');
  expect(again.onHand).toHaveBeenCalledTimes(1);
});
