import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { PasswordField } from './password-field';
import { passwordStrength } from './password-strength';

it('keeps the password visible until it is hidden again', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="パスワード" />);
  const field = screen.getByLabelText('パスワード');
  await user.type(field, 'sakura-no-ki-7');
  expect(field).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: '文字を表示' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(field).toHaveValue('sakura-no-ki-7');
  await user.click(screen.getByRole('button', { name: '文字を隠す' }));
  expect(field).toHaveAttribute('type', 'password');
});

it('rates a new password while it is typed, and does not rate an existing one', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<PasswordField label="パスワード" isNew />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('パスワード'), 'kawa');
  expect(screen.getByRole('status')).toHaveTextContent('8文字以上にしてください。');
  await user.type(screen.getByLabelText('パスワード'), '-no-nagare-9');
  expect(screen.getByRole('status')).toHaveTextContent('十分な強さです。');
  rerender(<PasswordField label="パスワード" />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it.each([
  ['sakura7', 'short'],
  ['あいうえおかき', 'short'],
  ['sakurano', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['Password-2026-long', 'weak'],
  ['Sakura-7', 'fair'],
  ['sakuranokino', 'fair'],
  ['sakura-no-ki-7', 'strong'],
  ['asa gohan wo taberu', 'strong'],
])('rates %s as %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
