import type { SignedInMe } from '@manabiba/shared/contract/users';
import { listCategories, updateMe } from '@manabiba/shared/data/endpoints';
import { aCategory, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { fireEvent, screen, within } from '@testing-library/react';

import { OrgSettingsPage } from './org-settings-page';

const organisation = {
  orgName: '図で解く数学教室',
  orgUrl: 'https://zukei.example.jp',
  invoiceRegistrationNo: null,
  categoryIds: [],
  verifiedAt: '2026-10-01T00:00:00.000Z',
};
const aHost = (changes: Partial<SignedInMe> = {}) => aMe('professional', { organisation, ...changes });

const setUp = ({ me = aHost(), network = new FakeNetwork() } = {}) =>
  renderWithApp(<OrgSettingsPage />, { me, network, path: '/org/settings' });
/** Sets the whole text at once. */
const put = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } });
const card = (name: string) => within(screen.getByRole('region', { name }));
const orgCard = () => card('団体情報');
const numberCard = () => card('適格請求書発行事業者登録番号');

it('saves name and website without the other cards', async () => {
  const network = new FakeNetwork().answer(
    updateMe,
    aHost({ organisation: { ...organisation, orgName: 'みなと数学教室' } }),
  );
  const { user } = setUp({ network });
  expect(orgCard().getByRole('button', { name: '保存する' })).toBeDisabled();
  put(orgCard().getByRole('textbox', { name: '団体名' }), ' みなと数学教室 ');
  await user.click(orgCard().getByRole('button', { name: '保存する' }));
  expect(await orgCard().findByText('変更を保存しました。')).toBeInTheDocument();
  expect(network.calls(updateMe)[0]?.body).toEqual({ orgName: 'みなと数学教室', orgUrl: 'https://zukei.example.jp' });
  expect(orgCard().getByRole('button', { name: '保存する' })).toBeDisabled();
});

it('shows an error at the field, keeps the input and marks the field invalid', async () => {
  const network = new FakeNetwork().refuse(updateMe, 'invalid', {
    fields: { orgUrl: 'https:// から始まるURLを入力してください。' },
  });
  const { user } = setUp({ network });
  const website = orgCard().getByRole('textbox', { name: 'ウェブサイト(任意)' });
  put(website, 'zukei.example.jp');
  await user.click(orgCard().getByRole('button', { name: '保存する' }));
  expect(await orgCard().findByText('https:// から始まるURLを入力してください。')).toBeInTheDocument();
  expect(website).toHaveValue('zukei.example.jp');
  await screen.findByRole('alert');
  expect(website).toBeInvalid();
});

it('requires T and 13 digits before sending', async () => {
  const { user, network } = setUp();
  put(numberCard().getByRole('textbox', { name: '登録番号' }), 'T123456789012');
  await user.click(numberCard().getByRole('button', { name: '保存する' }));
  expect(numberCard().getByText('Tと13桁の数字で入力してください。')).toBeInTheDocument();
  expect(network.calls(updateMe)).toHaveLength(0);
});

it('accepts a number in any notation and can be cleared', async () => {
  const network = new FakeNetwork().answer(
    updateMe,
    aHost({ organisation: { ...organisation, invoiceRegistrationNo: 'T7000012050002' } }),
  );
  const { user } = setUp({ network });
  const field = numberCard().getByRole('textbox', { name: '登録番号' });
  put(field, '７０００-0120-50002');
  await user.click(numberCard().getByRole('button', { name: '保存する' }));
  expect(await numberCard().findByText('変更を保存しました。')).toBeInTheDocument();
  expect(network.calls(updateMe)[0]?.body).toEqual({ invoiceRegistrationNo: 'T7000012050002' });
  expect(field).toHaveValue('T7000012050002');
  network.answer(updateMe, aHost());
  put(field, '');
  await user.click(numberCard().getByRole('button', { name: '保存する' }));
  expect(await numberCard().findByText('変更を保存しました。')).toBeInTheDocument();
  expect(network.calls(updateMe)[1]?.body).toEqual({ invoiceRegistrationNo: '' });
});

it('warns about a wrong check digit without rejecting the number', () => {
  setUp();
  put(numberCard().getByRole('textbox', { name: '登録番号' }), 'T7000012050003');
  expect(numberCard().getByText(/打ち間違いがあるかもしれません/)).toBeInTheDocument();
  expect(numberCard().getByRole('button', { name: '保存する' })).toBeEnabled();
});

it.each([
  ['verified', {}, '確認済み', '掲載中'],
  [
    'owing documents',
    { state: 'documents_required', organisation: { ...organisation, verifiedAt: null } },
    '書類が必要です',
    '未掲載',
  ],
  ['under review', { state: 'under_review', organisation: { ...organisation, verifiedAt: null } }, '確認中', '未掲載'],
  [
    'asked to resubmit',
    { state: 'need_resubmit', organisation: { ...organisation, verifiedAt: null } },
    '再提出をお待ちしています',
    '未掲載',
  ],
] as const)('shows the status of a professional who is %s', (_who, changes, identity, listed) => {
  setUp({ me: aHost(changes) });
  expect(card('本人確認と公開').getByText(identity)).toBeInTheDocument();
  expect(card('本人確認と公開').getByText(listed)).toBeInTheDocument();
});

it('saves up to five subjects of the organisation', async () => {
  const categories = ['数学', '音楽', '宇宙', '英語', '歴史', '美術'].map((name, index) =>
    aCategory({ id: `cat_${index}`, name }),
  );
  const network = new FakeNetwork().answer(listCategories, { categories }).answer(updateMe, aHost());
  const { user } = setUp({ network });
  const box = (name: string) => card('カテゴリー').getByRole('checkbox', { name });
  await card('カテゴリー').findByRole('checkbox', { name: '数学' });
  for (const name of ['数学', '音楽', '宇宙', '英語', '歴史']) await user.click(box(name));
  expect(box('美術')).toBeDisabled();
  await user.click(box('音楽'));
  expect(box('美術')).toBeEnabled();
  await user.click(card('カテゴリー').getByRole('button', { name: '保存する' }));
  expect(await card('カテゴリー').findByText('変更を保存しました。')).toBeInTheDocument();
  expect(network.calls(updateMe)[0]?.body).toEqual({ categoryIds: ['cat_0', 'cat_2', 'cat_3', 'cat_4'] });
});
