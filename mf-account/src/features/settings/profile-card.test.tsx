import type { SignedInMe } from '@manabiba/shared/contract/users';
import { aMe } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { ProfileCard } from './profile-card';

const closure = (mode: 'notice' | 'readonly') => ({ endedOn: '2025-03-31', url: 'https://example.jp/closed', mode });
const show = (mode: 'notice' | 'readonly', me: SignedInMe = aMe('adult')) =>
  renderWithApp(<ProfileCard id="profile" me={me} />, { me, config: { closure: closure(mode) } });
const way = () => screen.queryByRole('link', { name: 'プロフェッショナルとして登録' });
const refusal = () => screen.queryByText('本サービスは終了したため、プロフェッショナルの登録は受け付けていません。');

it('links an adult to the registration of professionals', () => {
  show('notice');
  expect(way()).toHaveAttribute('href', '/signin?tab=signup&kind=professional&next=%2Fsettings');
  expect(refusal()).not.toBeInTheDocument();
});

it('states immediately that a closed service accepts no professionals', () => {
  show('readonly');
  expect(way()).not.toBeInTheDocument();
  expect(refusal()).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'マイプロフィール' })).toBeInTheDocument();
});

it.each([
  ['a student', aMe('student')],
  ['a professional', aMe('professional')],
])('shows neither the link nor the notice to %s', (_who, me) => {
  show('readonly', me);
  expect(way()).not.toBeInTheDocument();
  expect(refusal()).not.toBeInTheDocument();
});
