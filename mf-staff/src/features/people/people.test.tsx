import type { PersonNotification } from '@manabiba/shared/contract/announcements';
import type { FoundPerson, PersonRecord } from '@manabiba/shared/contract/staff-people';
import type { RoleProposal } from '@manabiba/shared/contract/staff-roles';
import {
  decideRole,
  getPersonRecord,
  listPersonNotifications,
  listRoleProposals,
  proposeRole,
  reinstatePerson,
  searchPeople,
  sendPersonMail,
  signOutPerson,
  suspendPerson,
  withdrawPersonConsent,
} from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { People } from './people';

const found = (userId: string, nickname: string, changes: Partial<FoundPerson> = {}): FoundPerson => ({
  userId,
  nickname,
  email: `${userId}@example.test`,
  role: 'user',
  state: 'active',
  age: 16,
  createdAt: '2026-06-04T00:00:00.000Z',
  school: null,
  ...changes,
});
const miyashita = found('usr_1', '宮下 紗季');
const recordOf = (person: FoundPerson, changes: Partial<PersonRecord> = {}): PersonRecord => ({
  ...person,
  suspendReason: null,
  guardian: { email: 'hogosha@example.test', consentedAt: '2026-11-02T00:00:00.000Z' },
  planUntil: null,
  followerCount: 24,
  sessionCount: 2,
  room: { id: 'cls_1', name: '三角関数の合成' },
  reports: { received: 0, upheld: 0, made: 2 },
  mails: [],
  tickets: [{ title: '冬の図形フェス', state: 'refunded', amount: 1500, at: '2026-11-19T00:00:00.000Z' }],
  history: [
    { id: 1, at: '2026-11-20T12:40:00.000Z', who: '雨宮 しおり', action: 'return', detail: '四隅が写っていません。' },
  ],
  ...changes,
});

const me = aMe('adult', { role: 'staff' });

function setUp({
  path = '/staff/people?q=宮下',
  people = [miyashita],
  changes = {} as Partial<PersonRecord>,
  notifications = [] as PersonNotification[],
  proposals = [] as RoleProposal[],
} = {}) {
  const network = new FakeNetwork()
    .answer(searchPeople, { items: people, hasMore: false })
    .answer(getPersonRecord, ({ params }) =>
      recordOf(
        people.find(({ userId }) => userId === params['userId'])!,
        changes,
      ),
    )
    .answer(listPersonNotifications, { items: notifications })
    .answer(listRoleProposals, { items: proposals })
    .answer(proposeRole, { id: 'rol_2' })
    .answer(decideRole, undefined)
    .answer(withdrawPersonConsent, undefined)
    .answer(suspendPerson, undefined)
    .answer(reinstatePerson, undefined)
    .answer(sendPersonMail, undefined)
    .answer(signOutPerson, undefined);
  return renderWithApp(<People />, { path, network, me });
}
const dialog = async () => within(await screen.findByRole('dialog'));

it('searches by what is typed, and shows the first one that was found', async () => {
  const { user, network } = setUp({ path: '/staff/people' });
  expect(screen.getByText('だれをさがしますか。')).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: '人をさがす' }), ' 宮下 {Enter}');
  expect(await screen.findByRole('heading', { level: 2, name: '宮下 紗季' })).toBeInTheDocument();
  expect(network.calls(searchPeople)[0]?.query).toEqual({ q: '宮下' });
  expect(screen.getByRole('link', { name: '三角関数の合成' })).toHaveAttribute('href', '/classrooms/cls_1');
  expect(screen.getByText(/冬の図形フェス 1,500円\(返金済み\)/)).toBeInTheDocument();
  expect(screen.getByText(/^雨宮 しおりが書類を差し戻し/)).toHaveTextContent(': 四隅が写っていません。');
});

it('shows an empty state when no user was found', async () => {
  setUp({ people: [] });
  expect(await screen.findByText('見つかりませんでした。')).toBeInTheDocument();
});

it('suspends with a reason', async () => {
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: '利用を停止する' }));
  const asked = await dialog();
  await user.click(asked.getByRole('button', { name: '利用を停止する' }));
  expect(asked.getByText('理由を入力してください。')).toBeInTheDocument();
  await user.type(asked.getByRole('textbox', { name: '本人に届く理由' }), '規約に反したためです。');
  await user.click(asked.getByRole('button', { name: '利用を停止する' }));
  expect(await screen.findByText('利用を停止しました。')).toBeInTheDocument();
  expect(network.calls(suspendPerson)[0]).toMatchObject({
    params: { userId: 'usr_1' },
    body: { reason: '規約に反したためです。' },
  });
});

it('offers to lift a suspension in place of another one', async () => {
  const { user, network } = setUp({
    people: [{ ...miyashita, state: 'suspended' }],
    changes: { suspendReason: '宣伝', sessionCount: 0 },
  });
  await user.click(await screen.findByRole('button', { name: '停止を解除する' }));
  expect(screen.queryByRole('button', { name: '利用を停止する' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'すべての端末からログアウトさせる' })).not.toBeInTheDocument();
  const asked = await dialog();
  await user.type(asked.getByRole('textbox', { name: /解除する理由/ }), '誤りでした。');
  await user.click(asked.getByRole('button', { name: '停止を解除する' }));
  expect(await screen.findByText('停止を解除しました。')).toBeInTheDocument();
  expect(network.calls(reinstatePerson)).toHaveLength(1);
});

it('keeps the reason when the call fails', async () => {
  const { user, network } = setUp();
  network.refuse(signOutPerson, 'unavailable');
  await user.click(await screen.findByRole('button', { name: 'すべての端末からログアウトさせる' }));
  const asked = await dialog();
  await user.type(asked.getByRole('textbox', { name: /ログアウトさせる理由/ }), '端末をなくしたとの連絡');
  await user.click(asked.getByRole('button', { name: 'すべての端末からログアウトさせる' }));
  expect(await screen.findByRole('textbox', { name: /ログアウトさせる理由/ })).toHaveValue('端末をなくしたとの連絡');
});

describe('mails that can be sent again', () => {
  const verification: PersonRecord['mails'][number] = {
    mail: 'verification',
    to: 'usr_1@example.test',
    last: { at: '2026-11-21T09:30:00.000Z', state: 'failed' },
  };
  const send = async ({ user }: ReturnType<typeof setUp>) => {
    await user.click(await screen.findByRole('button', { name: 'メールアドレスの確認のメールを再送する' }));
    const asked = await dialog();
    await user.type(asked.getByRole('textbox', { name: '理由(記録に残ります)' }), '届かないとの連絡');
    await user.click(asked.getByRole('button', { name: '再送する' }));
    return asked;
  };

  it('shows the state of the last one, and sends another with a reason', async () => {
    const app = setUp({ changes: { mails: [verification, { ...verification, mail: 'password_reset', last: null }] } });
    const at = formatDateTime('2026-11-21T09:30:00.000Z');
    expect(await screen.findByText(`メールアドレスの確認(${at}に送信できませんでした)`)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'パスワードの再設定のメールを送る' })).toBeInTheDocument();
    await send(app);
    expect(await screen.findByText(/メールの送信を受け付けました。/)).toBeInTheDocument();
    expect(app.network.calls(sendPersonMail)[0]).toMatchObject({
      params: { userId: 'usr_1' },
      body: { mail: 'verification', reason: '届かないとの連絡' },
    });
  });

  it('keeps the reason when too many were sent, and says when one has no purpose any more', async () => {
    const app = setUp({ changes: { mails: [verification] } });
    app.network.refuse(sendPersonMail, 'rate_limited');
    const asked = await send(app);
    expect(asked.getByRole('textbox', { name: '理由(記録に残ります)' })).toHaveValue('届かないとの連絡');
    app.network.refuse(sendPersonMail, 'conflict');
    await app.user.click(asked.getByRole('button', { name: '再送する' }));
    expect(await screen.findByText(/もう送る必要がありません。/)).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

it('shows why a user got a notification, and its delivery on each channel', async () => {
  const at = '2026-11-21T09:30:00.000Z';
  const { user } = setUp({
    notifications: [
      {
        id: 'ntf_1',
        kind: 'reservedClassroomStarted',
        sentence: '予約した教室「三角関数の合成」が始まりました',
        reason: 'この教室を予約しているためです。',
        causedAt: at,
        createdAt: at,
        isListed: true,
        isRead: true,
        opened: null,
        deliveries: [{ channel: 'push', state: 'failed', reason: '410 gone', attempts: 2, createdAt: at, doneAt: at }],
      },
    ],
  });
  await user.click(await screen.findByText('予約した教室「三角関数の合成」が始まりました'));
  expect(screen.getByText('この教室を予約しているためです。')).toBeVisible();
  expect(screen.getByText('失敗(410 gone、2回目)')).toBeVisible();
  expect(screen.getByText('送っていません')).toBeVisible();
});

describe('a proposed change of the role staff', () => {
  const proposal: RoleProposal = {
    id: 'rol_1',
    change: 'give',
    reason: '窓口の担当になるため',
    user: { id: 'usr_1', nickname: '宮下 紗季' },
    proposedBy: { id: 'usr_2', nickname: '雨宮 しおり' },
    proposedAt: '2026-11-21T09:30:00.000Z',
  };

  it('is accepted by another member of staff after a confirmation', async () => {
    const { user, network } = setUp({ path: '/staff/people', proposals: [proposal] });
    expect(await screen.findByText(/宮下 紗季さん: スタッフの役割を付ける/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '承認する' }));
    await user.click((await dialog()).getByRole('button', { name: '承認する' }));
    expect(await screen.findByText('役割を変えました。')).toBeInTheDocument();
    expect(network.calls(decideRole)[0]).toMatchObject({ params: { id: 'rol_1' }, body: { decision: 'accept' } });
  });

  it('can only be taken back by who proposed it', async () => {
    const proposedBy = { id: me.id, nickname: me.nickname };
    setUp({ path: '/staff/people', proposals: [{ ...proposal, proposedBy }] });
    expect(await screen.findByRole('button', { name: '取り下げる' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '承認する' })).not.toBeInTheDocument();
  });

  it('is made with a reason', async () => {
    const { user, network } = setUp();
    await user.click(await screen.findByRole('button', { name: 'スタッフの役割を提案する' }));
    const asked = await dialog();
    await user.type(asked.getByRole('textbox', { name: /提案する理由/ }), '窓口の担当になるため');
    await user.click(asked.getByRole('button', { name: 'スタッフの役割を提案する' }));
    expect(await screen.findByText(/承認を待っています/)).toBeInTheDocument();
    expect(network.calls(proposeRole)[0]?.body).toEqual({ change: 'give', reason: '窓口の担当になるため' });
  });
});

it("takes a guardian's consent back where there is one", async () => {
  const { user, network } = setUp();
  await user.click(await screen.findByRole('button', { name: '保護者の同意を取り消す' }));
  const asked = await dialog();
  await user.type(asked.getByRole('textbox', { name: /取り消す理由/ }), '電話での申し出');
  await user.click(asked.getByRole('button', { name: '保護者の同意を取り消す' }));
  expect(await screen.findByText('保護者の同意を取り消しました。')).toBeInTheDocument();
  expect(network.calls(withdrawPersonConsent)).toHaveLength(1);
});
