import type { School as SchoolRow, SchoolDetails } from '@manabiba/shared/contract/staff-schools';
import {
  createSchool,
  createSchoolCodes,
  getSchool,
  listPupils,
  listSchoolCodes,
  listSchools,
  renewPupilPassword,
  revokeSchoolCodes,
  setSignInPage,
  updateSchool,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { School } from './school';
import { Schools } from './schools';

const minato: SchoolRow = {
  id: 'sch_minato',
  name: 'みなと高等学校',
  code: 'MINATO',
  sso: 'none',
  policy: { canCreate: true, canSpeak: true, classmatesOnly: false },
  active: true,
  pupilCount: 412,
  unusedCodeCount: 2,
};
const tanikawa: SchoolRow = {
  ...minato,
  id: 'sch_tanikawa',
  name: '谷川中学校',
  code: 'TANIKAWA',
  policy: { canCreate: false, canSpeak: false, classmatesOnly: true },
  active: false,
};
const details: SchoolDetails = {
  ...minato,
  codes: [{ label: '2年1組', unused: 2, used: 1, revoked: 0, madeAt: '2026-11-20T00:00:00.000Z' }],
  signInPage: null,
  redirectUri: 'https://manabiba.example/signin',
};
const pupil = {
  userId: 'usr_pupil',
  nickname: '宮下 紗季',
  studentCode: '2-1-07',
  state: 'active',
  createdAt: '2026-11-21T00:00:00.000Z',
};

function setUp(page: 'list' | 'school', { schools = [minato, tanikawa] } = {}) {
  const network = new FakeNetwork()
    .answer(listSchools, { items: schools })
    .answer(createSchool, { id: 'sch_new' })
    .answer(getSchool, details)
    .answer(updateSchool, undefined)
    .answer(setSignInPage, undefined)
    .answer(createSchoolCodes, { codes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'] })
    .answer(listSchoolCodes, {
      items: [
        { code: 'AAAA-BBBB-CCCC', state: 'unused', at: null, usedBy: null },
        {
          code: 'DDDD-EEEE-FFFF',
          state: 'used',
          at: '2026-11-21T00:00:00.000Z',
          usedBy: { userId: 'usr_pupil', nickname: '宮下 紗季' },
        },
      ],
    })
    .answer(revokeSchoolCodes, { count: 1 })
    .answer(listPupils, { items: [pupil], nextCursor: null })
    .answer(renewPupilPassword, { password: 'kcde-fghj-mnpq' });
  return renderWithApp(page === 'list' ? <Schools /> : <School id="sch_minato" />, {
    path: page === 'list' ? '/staff/schools' : '/staff/schools/sch_minato',
    network,
    me: aMe('adult', { role: 'staff' }),
  });
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('lists the schools with what their pupils may do', async () => {
  setUp('list');
  const row = within(await screen.findByRole('row', { name: /みなと高等学校/ }));
  expect(row.getByRole('link', { name: 'みなと高等学校' })).toHaveAttribute('href', '/staff/schools/sch_minato');
  for (const words of ['MINATO', '生徒コード', '作成と発言を許可', '412', '有効'])
    expect(row.getByText(words)).toBeVisible();
  expect(screen.getByRole('row', { name: /谷川中学校.*同じ学校の人とだけ、見るだけ.*停止中/ })).toBeVisible();
});

it('says what a school is for when there is none', async () => {
  setUp('list', { schools: [] });
  expect(await screen.findByText('学校はまだありません。')).toBeVisible();
});

it('creates a school with everything that was chosen, and opens it', async () => {
  const { user, network, currentUrl } = setUp('list');
  await user.click(await screen.findByRole('button', { name: '学校を加える' }));
  const form = await dialog('学校を加える');
  await user.type(form.getByRole('textbox', { name: '学校の名前' }), '青葉高校');
  await user.type(form.getByRole('textbox', { name: '学校コード' }), 'aoba');
  await user.selectOptions(form.getByRole('combobox', { name: '入り方' }), 'oidc');
  await user.click(form.getByRole('checkbox', { name: '教室を作る' }));
  await user.click(form.getByRole('button', { name: '加える' }));
  await waitFor(() => expect(currentUrl()).toBe('/staff/schools/sch_new'));
  expect(network.calls(createSchool)[0]?.body).toEqual({
    name: '青葉高校',
    code: 'AOBA',
    sso: 'oidc',
    policy: { canCreate: false, canSpeak: true, classmatesOnly: false },
  });
});

it('shows all refused fields at once, and keeps what was typed', async () => {
  const { user, network } = setUp('list');
  network.refuse(createSchool, 'invalid', {
    fields: { name: 'この名前の学校はすでにあります。', code: 'この学校コードは、ほかの学校が使っています。' },
  });
  await user.click(await screen.findByRole('button', { name: '学校を加える' }));
  const form = await dialog('学校を加える');
  await user.click(form.getByRole('button', { name: '加える' }));
  expect(await form.findByText('学校の名前を入力してください。')).toBeVisible();
  expect(form.getByText('学校コードを入力してください。')).toBeVisible();
  expect(network.calls(createSchool)).toEqual([]);
  await user.type(form.getByRole('textbox', { name: '学校の名前' }), '港高校');
  await user.type(form.getByRole('textbox', { name: '学校コード' }), 'minato');
  await user.click(form.getByRole('button', { name: '加える' }));
  expect(await form.findByText('この名前の学校はすでにあります。')).toBeVisible();
  expect(form.getByRole('textbox', { name: '学校コード' })).toHaveAccessibleDescription(/ほかの学校が使っています/);
  expect(form.getByRole('textbox', { name: '学校コード' })).toHaveValue('minato');
});

it('makes codes for a class', async () => {
  const { user, network } = setUp('school');
  await user.type(await screen.findByRole('textbox', { name: '配る相手' }), '2年1組');
  const count = screen.getByRole('spinbutton', { name: '枚数' });
  await user.clear(count);
  await user.type(count, '2');
  await user.click(screen.getByRole('button', { name: 'コードを作る' }));
  expect(await screen.findByText('登録コードを2枚作りました。')).toBeVisible();
  expect(network.calls(createSchoolCodes)[0]?.body).toEqual({ label: '2年1組', count: 2 });
});

it('links to the slips of a class', async () => {
  setUp('school');
  expect(await screen.findByRole('link', { name: '2年1組のコードをPDFで印刷する' })).toHaveAttribute(
    'href',
    `/v1/staff/schools/sch_minato/codes/pdf?label=${encodeURIComponent('2年1組')}`,
  );
});

it('revokes one code with a reason', async () => {
  const { user, network } = setUp('school');
  await user.click(await screen.findByRole('button', { name: '2年1組のコードを見る' }));
  const codes = await dialog('2年1組の登録コード');
  expect(await codes.findByText(/使用済み 宮下 紗季/)).toBeVisible();
  expect(codes.queryByRole('button', { name: 'DDDD-EEEE-FFFFを取り消す' })).not.toBeInTheDocument();
  await user.click(codes.getByRole('button', { name: 'AAAA-BBBB-CCCCを取り消す' }));
  const asked = await dialog('AAAA-BBBB-CCCCを取り消しますか');
  await user.click(asked.getByRole('button', { name: '取り消す' }));
  expect(asked.getByText('理由を入力してください。')).toBeVisible();
  await user.type(asked.getByRole('textbox'), '紛失のため');
  await user.click(asked.getByRole('button', { name: '取り消す' }));
  expect(await screen.findByText('登録コードを1枚取り消しました。')).toBeInTheDocument();
  expect(network.calls(revokeSchoolCodes)[0]?.body).toEqual({
    label: '2年1組',
    code: 'AAAA-BBBB-CCCC',
    reason: '紛失のため',
  });
});

it('shows the new password of a pupil once', async () => {
  const { user, network } = setUp('school');
  await user.click(await screen.findByRole('button', { name: '宮下 紗季さんに新しいパスワードを発行する' }));
  const asked = await dialog('宮下 紗季さんに新しいパスワードを発行しますか');
  await user.type(asked.getByRole('textbox'), '忘れたとの連絡');
  await user.click(asked.getByRole('button', { name: '発行する' }));
  const shown = await dialog('新しいパスワード');
  expect(shown.getByText('kcde-fghj-mnpq')).toBeVisible();
  expect(network.calls(renewPupilPassword)[0]).toMatchObject({
    params: { userId: 'usr_pupil' },
    body: { reason: '忘れたとの連絡' },
  });
  expect(shown.getByRole('button', { name: '閉じる' })).toBeDisabled();
  await user.click(shown.getByRole('button', { name: '渡しました' }));
  expect(screen.queryByText('kcde-fghj-mnpq')).not.toBeInTheDocument();
});

it('sets the sign-in page of a school, with refusals at the fields', async () => {
  const { user, network } = setUp('school');
  network.refuse(setSignInPage, 'invalid', { fields: { 'page.issuer': 'このURLから設定を読み取れません。' } });
  const issuer = await screen.findByRole('textbox', { name: '発行者(issuer)のURL' });
  expect(screen.getByText('https://manabiba.example/signin')).toBeVisible();
  await user.type(issuer, 'https://id.example');
  await user.type(screen.getByRole('textbox', { name: 'クライアントID' }), 'manabiba');
  await user.type(screen.getByLabelText('クライアントシークレット'), 'a secret');
  const card = within(screen.getByRole('region', { name: '学校のページでのログイン' }));
  await user.click(card.getByRole('button', { name: '保存する' }));
  expect(await screen.findByText('このURLから設定を読み取れません。')).toBeVisible();
  expect(issuer).toHaveValue('https://id.example');
  network.answer(setSignInPage, undefined);
  await user.click(card.getByRole('button', { name: '保存する' }));
  expect(await screen.findByText('学校のページを設定しました。')).toBeVisible();
  expect(screen.getByLabelText('クライアントシークレット')).toHaveValue('');
  expect(card.getByRole('button', { name: '保存する' })).toBeDisabled();
  expect(network.calls(setSignInPage).at(-1)?.body).toEqual({
    page: { issuer: 'https://id.example', clientId: 'manabiba', clientSecret: 'a secret', claim: 'sub' },
  });
});

it('saves what was changed in the policy of a school', async () => {
  const { user, network } = setUp('school');
  await user.click(await screen.findByRole('checkbox', { name: /^同じ学校の人とだけ会う/ }));
  const card = within(screen.getByRole('region', { name: '学校の設定' }));
  await user.click(card.getByRole('button', { name: '保存する' }));
  expect(await screen.findByText('変更を保存しました。')).toBeVisible();
  // And nothing that a colleague may have changed meanwhile.
  expect(network.calls(updateSchool)[0]?.body).toEqual({ policy: { classmatesOnly: true } });
});

it('says that a school does not exist', async () => {
  const { network, unmount } = setUp('school');
  unmount();
  network.refuse(getSchool, 'not_found');
  renderWithApp(<School id="sch_none" />, {
    path: '/staff/schools/sch_none',
    network,
    me: aMe('adult', { role: 'staff' }),
  });
  expect(await screen.findByText('この学校は見つかりません。')).toBeVisible();
});

it.each([
  ['the policy', '学校の名前'],
  ['the sign-in page', 'クライアントID'],
])('asks before leaving with unsaved changes of %s', async (_what, label) => {
  const { user, currentUrl } = setUp('school');
  await user.type(await screen.findByRole('textbox', { name: label }), 'x');
  await user.click(screen.getByRole('link', { name: '学校の一覧' }));
  const asked = await dialog('変更が保存されていません');
  expect(currentUrl()).toBe('/staff/schools/sch_minato');
  await user.click(asked.getByRole('button', { name: '保存せずに移動する' }));
  await waitFor(() => expect(currentUrl()).toBe('/staff/schools'));
});
