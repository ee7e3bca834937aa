import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';

import { renderWithApp } from '../testing/render-with-app';
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

/** Navigates to a form from a preceding page. */
function setUp() {
  history.pushState(null, '', '/before');
  const app = renderWithApp(<Form />, { path: '/form', isInHistory: true });
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
