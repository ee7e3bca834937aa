import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';

import { renderWithApp } from '../testing/render-with-app';
import { requestNavigation } from '../ui/use-held-navigation';
import { LeaveGuard } from './leave-guard';

function Form({ label }: { label: string }) {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label={label} value={text} onChange={(event) => setText(event.target.value)} />
      <LeaveGuard isDirty={text !== ''} />
    </>
  );
}

/** Navigates to a page with a form from a preceding page. */
function setUp(page = <Form label="職業" />) {
  history.pushState(null, '', '/before');
  const app = renderWithApp(page, { path: '/form', isInHistory: true });
  return { ...app, field: screen.getByRole('textbox', { name: '職業' }) };
}
const question = () => screen.findByRole('dialog', { name: '変更が保存されていません' });

it('asks on every browser back navigation and keeps the input', async () => {
  const { user, field } = setUp();
  await user.type(field, '会社員');
  for (let attempt = 0; attempt < 2; attempt++) {
    history.back();
    await question();
    expect(location.pathname).toBe('/form');
    await user.click(screen.getByRole('button', { name: '編集を続ける' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  }
  expect(field).toHaveValue('会社員');
});

it('lets the browser go back after a confirmation', async () => {
  const { user, field, currentUrl } = setUp();
  await user.type(field, '会社員');
  history.back();
  await question();
  await user.click(screen.getByRole('button', { name: '保存せずに移動する' }));
  await waitFor(() => expect(currentUrl()).toBe('/before'));
  expect(location.pathname).toBe('/before');
});

it('does not ask without input, or for navigation within the same page', async () => {
  const { user, field, currentUrl } = setUp();
  location.hash = '#preview';
  await user.type(field, '会社員');
  history.back();
  await waitFor(() => expect(location.hash).toBe(''));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.clear(field);
  history.back();
  await waitFor(() => expect(currentUrl()).toBe('/before'));
});

it('asks before a navigation that no link causes, and performs it after a confirmation', async () => {
  const { user, field, currentUrl } = setUp();
  expect(requestNavigation('/search?q=a')).toBe(true);
  await user.type(field, '会社員');
  expect(requestNavigation('/form?tab=2')).toBe(true);
  act(() => expect(requestNavigation('/search?q=a')).toBe(false));
  await question();
  await user.click(screen.getByRole('button', { name: '保存せずに移動する' }));
  await waitFor(() => expect(currentUrl()).toBe('/search?q=a'));
});

it('asks once for a page with two unsaved parts, and still for the one that is left', async () => {
  const { user, currentUrl } = setUp(
    <>
      <Form label="職業" />
      <Form label="自己紹介" />
      <a href="/after">つぎへ</a>
    </>,
  );
  await user.type(screen.getByRole('textbox', { name: '職業' }), '会社員');
  await user.type(screen.getByRole('textbox', { name: '自己紹介' }), 'はじめまして');
  await user.click(screen.getByRole('link', { name: 'つぎへ' }));
  await question();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '編集を続ける' }));

  await user.clear(screen.getByRole('textbox', { name: '自己紹介' }));
  history.back();
  await question();
  await user.click(screen.getByRole('button', { name: '保存せずに移動する' }));
  await waitFor(() => expect(currentUrl()).toBe('/before'));
});
