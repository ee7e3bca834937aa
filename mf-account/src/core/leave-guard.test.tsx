import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';

import { LeaveGuard } from './leave-guard';

function Form() {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="職業" value={text} onChange={(event) => setText(event.target.value)} />
      <LeaveGuard isDirty={text !== ''} />
    </>
  );
}

/** Comes to a form from a page before it. */
function setUp() {
  history.pushState(null, '', '/before');
  const app = renderWithApp(<Form />, { path: '/form', isInHistory: true });
  return { ...app, field: screen.getByRole('textbox', { name: '職業' }) };
}
const question = () => screen.findByRole('dialog', { name: '変更が保存されていません' });

it('asks before the browser goes back, as often as it is tried, and keeps what was typed', async () => {
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

it('lets the browser go back to where it wanted once that is confirmed', async () => {
  const { user, field, currentUrl } = setUp();
  await user.type(field, '会社員');
  history.back();
  await question();
  await user.click(screen.getByRole('button', { name: '保存せずに移動する' }));
  await waitFor(() => expect(currentUrl()).toBe('/before'));
  expect(location.pathname).toBe('/before');
});

it('asks nothing where nothing was typed, nor for another place of the same page', async () => {
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
