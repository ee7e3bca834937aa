import type { Invitation, OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import type { EventSales, OrganizedParticipant } from '@manabiba/shared/contract/event-sales';
import {
  createInvitation,
  createTicketType,
  createUpload,
  deleteEvent,
  deleteInvitation,
  getEventSales,
  getOrganizedEvent,
  listCategories,
  listOrganizedParticipants,
  listSentEventMessages,
  publishEvent,
  putUpload,
  sendEventMessage,
  updateEvent,
  updateTicketType,
} from '@manabiba/shared/data/endpoints';
import { aCategory, aMe, anEvent, aTicketType, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { EditEventPage } from './edit-event-page';

const aDraft = (changes: Partial<OrganizedEventDetail> = {}): OrganizedEventDetail => ({
  ...anEvent({ id: 'evt_1', state: 'draft', description: '星の話です。', tickets: [] }),
  myAccess: { isOwner: true, roles: [] },
  waitlistedCount: 0,
  missing: ['cover', 'tickets'],
  publishedAt: null,
  cancelledAt: null,
  updatedAt: '2026-11-22T00:00:00.000Z',
  invitations: [],
  ...changes,
});
const sales: EventSales = {
  applications: 5,
  paid: 2,
  seats: 100,
  gross: 3000,
  fee: 108,
  net: 2892,
  feePercent: 3.6,
  refunded: 0,
  waitlisted: 1,
  pendingPayment: 1,
  held: 0,
  perTicket: [{ ticketTypeId: 'tkt_1', name: '一般', quota: 100, sold: 2, held: 0, waitlisted: 1, gross: 3000 }],
  perDay: [
    { day: '2026-11-20', applications: 1, gross: 1500 },
    { day: '2026-11-22', applications: 1, gross: 1500 },
  ],
};

const someone: OrganizedParticipant = {
  id: 'ptc_1',
  user: aUser({ nickname: '佐々木 航' }),
  guestEmail: null,
  companion: null,
  further: { seats: 0, amount: 0 },
  ticketTypeId: 'tkt_1',
  ticketName: '一般',
  route: 'general',
  state: 'confirmed',
  amount: 1500,
  paymentMethod: 'card',
  cancelReason: null,
  createdAt: '2026-11-21T09:02:00.000Z',
  confirmedAt: '2026-11-21T09:02:00.000Z',
  cancelledAt: null,
  checkedInAt: null,
};

/** A further seat of somebody's purchase. */
const companion = { ...someone, id: 'ptc_2', user: null, companion: { name: '花', buyer: '岡田 恵' } };

interface SetUpOptions {
  event?: Partial<OrganizedEventDetail>;
  me?: Parameters<typeof aMe>[1];
  search?: string;
  /** The participants; there are more than these. */
  participants?: OrganizedParticipant[];
}

async function setUp({ event = {}, me = {}, search = '', participants = [] }: SetUpOptions = {}) {
  const shown = aDraft(event);
  const network = new FakeNetwork()
    .answer(getOrganizedEvent, shown)
    .answer(getEventSales, sales)
    .answer(listOrganizedParticipants, {
      items: participants,
      nextCursor: null,
      totalCount: participants.length && participants.length + 80,
    })
    .answer(listCategories, { categories: [aCategory({ id: 'cat_0001', name: '宇宙' })] });
  const app = renderWithApp(<EditEventPage />, {
    me: aMe('professional', me),
    network,
    path: `/events/evt_1/edit${search}`,
    pattern: '/events/{id}/edit',
  });
  await screen.findByRole('heading', { level: 1 });
  if (shown.state === 'draft') await screen.findByRole('heading', { name: '公開の準備' });
  return { ...app, shown };
}
const title = () => screen.getByRole('textbox', { name: '題名' });
const save = () => screen.getByRole('button', { name: '保存する' });
const publish = () => screen.getByRole('button', { name: '公開する' });

describe('the event form', () => {
  it('sends only the changed fields with the version they are based on', async () => {
    const { user, network, shown } = await setUp();
    network.answer(updateEvent, { ...shown, title: '別の題名', updatedAt: '2026-11-22T01:00:00.000Z' });
    expect(save()).toBeDisabled();
    await user.clear(title());
    await user.type(title(), '別の題名');
    await user.click(save());
    expect(await screen.findByText(/に保存しました$/)).toBeInTheDocument();
    expect(network.calls(updateEvent)[0]?.body).toEqual({ title: '別の題名', basedOn: shown.updatedAt });
    expect(save()).toBeDisabled();
  });

  it('shows refusals at their fields and keeps the input', async () => {
    const { user, network } = await setUp();
    const sentence = '開始日時は現在より後を指定してください。';
    network.refuse(updateEvent, 'invalid', { fields: { startAt: sentence } });
    await user.type(title(), 'の話');
    await user.click(save());
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: '開始' })).toHaveFocus();
    expect(title()).toHaveValue('宇宙望遠鏡が見た最初の銀河の話');
  });

  it('keeps the input and shows an error when offline', async () => {
    const { user, network } = await setUp();
    network.unplug(updateEvent);
    await user.type(title(), 'の話');
    await user.click(save());
    expect(await screen.findByText(/^通信できませんでした。/)).toBeInTheDocument();
    expect(title()).toHaveValue('宇宙望遠鏡が見た最初の銀河の話');
    expect(save()).toBeEnabled();
  });

  it('is resent on top of changes by another window to other fields without asking', async () => {
    const { user, network, shown } = await setUp();
    const theirs = { ...shown, description: '別の窓の説明', updatedAt: '2026-11-22T02:00:00.000Z' };
    network.refuse(updateEvent, 'conflict').answer(getOrganizedEvent, () => {
      network.answer(updateEvent, ({ body }) => ({
        ...theirs,
        title: (body as { title: string }).title,
        updatedAt: '2026-11-22T03:00:00.000Z',
      }));
      return theirs;
    });
    await user.type(title(), 'の話');
    await user.click(save());
    expect(await screen.findByText(/に保存しました$/)).toBeInTheDocument();
    expect(network.calls(updateEvent).map(({ body }) => (body as { basedOn: string }).basedOn)).toEqual([
      shown.updatedAt,
      theirs.updatedAt,
    ]);
    expect(title()).toHaveValue('宇宙望遠鏡が見た最初の銀河の話');
    expect(screen.getByRole('textbox', { name: '説明' })).toHaveValue('別の窓の説明');
  });

  it('asks which version to keep when two windows changed the same field', async () => {
    const { user, network, shown } = await setUp();
    const theirs = { ...shown, title: '別の窓の題名', updatedAt: '2026-11-22T02:00:00.000Z' };
    network.answer(getOrganizedEvent, theirs).refuse(updateEvent, 'conflict');
    await user.clear(title());
    await user.type(title(), 'この窓の題名');
    await user.type(screen.getByRole('textbox', { name: '説明' }), 'つづき');
    await user.click(save());
    expect(await screen.findByText(/^別の画面で、題名が変更されています。/)).toBeInTheDocument();
    expect(title()).toHaveValue('この窓の題名');
    await user.click(screen.getByRole('button', { name: '別の画面の内容にする' }));
    expect(title()).toHaveValue('別の窓の題名');
    expect(screen.getByRole('textbox', { name: '説明' })).toHaveValue('星の話です。つづき');
  });

  it('is saved although the input ends with spaces, and keeps what was typed meanwhile', async () => {
    const { user, network, shown } = await setUp({ event: { missing: [] } });
    const answer = network.hold(updateEvent);
    await user.type(title(), 'の話 ');
    await user.click(save());
    await waitFor(() => expect(network.calls(updateEvent)).toHaveLength(1));
    await user.type(screen.getByRole('textbox', { name: '説明' }), 'つづき');
    const saved = { ...shown, title: `${shown.title}の話`, updatedAt: '2026-11-22T01:00:00.000Z' };
    answer(saved);
    await waitFor(() => expect(title()).toHaveValue(saved.title));
    expect(screen.getByRole('textbox', { name: '説明' })).toHaveValue('星の話です。つづき');
    network.answer(updateEvent, { ...saved, description: '星の話です。つづき' });
    await user.click(save());
    expect(await screen.findByText(/に保存しました$/)).toBeInTheDocument();
    expect(publish()).toBeEnabled();
  });

  it('is saved without a question when the answer to the first attempt was lost', async () => {
    const { user, network, shown } = await setUp();
    const arrived = { ...shown, title: `${shown.title}の話`, updatedAt: '2026-11-22T02:00:00.000Z' };
    network.refuse(updateEvent, 'conflict').answer(getOrganizedEvent, () => {
      network.answer(updateEvent, arrived);
      return arrived;
    });
    await user.type(title(), 'の話');
    await user.click(save());
    expect(await screen.findByText(/に保存しました$/)).toBeInTheDocument();
    expect(screen.queryByText(/^別の画面で/)).not.toBeInTheDocument();
  });

  it('rejects a cover of an unsupported type before the upload', async () => {
    const { network } = await setUp();
    const { default: userEvent } = await import('@testing-library/user-event');
    const anyFile = userEvent.setup({ applyAccept: false });
    await anyFile.upload(screen.getByLabelText('表紙の画像ファイル'), new File(['x'], 'a.gif', { type: 'image/gif' }));
    expect(await screen.findByText('JPEGかPNGの画像を選択してください。')).toBeInTheDocument();
    expect(network.calls(createUpload)).toHaveLength(0);
    expect(network.calls(putUpload)).toHaveLength(0);
  });
});

describe('the checklist', () => {
  it('links to what is missing, and publishes only a complete and saved event', async () => {
    const { user } = await setUp();
    expect(screen.getByText(/^あと2つで公開できます。/)).toBeInTheDocument();
    expect(publish()).toBeDisabled();
    const panel = within(screen.getByRole('complementary', { name: '公開の準備' }));
    await user.click(panel.getByRole('button', { name: '表紙の画像を選ぶ' }));
    expect(screen.getByRole('button', { name: '画像を選択する' })).toHaveFocus();
    await user.click(panel.getByRole('button', { name: 'チケットを追加する' }));
    const tickets = within(screen.getByRole('region', { name: 'チケット' }));
    expect(tickets.getByRole('button', { name: 'チケットを追加する' })).toHaveFocus();
  });

  it('publishes after a confirmation that says what becomes final', async () => {
    const { user, network, shown } = await setUp({ event: { missing: [] } });
    network.answer(publishEvent, { ...shown, state: 'published' });
    await user.click(publish());
    const dialog = await screen.findByRole('dialog', { name: 'イベントを公開しますか' });
    expect(dialog).toHaveTextContent(/種類、価格、税率と、取り消しの決まりは、あとから変更できません。/);
    await user.click(within(dialog).getByRole('button', { name: '公開する' }));
    expect(await screen.findByText('イベントを公開しました。')).toBeInTheDocument();
    expect(network.calls(publishEvent)).toHaveLength(1);
  });

  it('waits until unsaved changes are saved', async () => {
    const { user } = await setUp({ event: { missing: [] } });
    await user.type(title(), 'の話');
    expect(publish()).toBeDisabled();
    expect(screen.getByText(/^変更を保存すると公開できます。/)).toBeInTheDocument();
  });

  it('duplicates nothing while changes are unsaved, and says so', async () => {
    const { user } = await setUp();
    const duplicate = () => screen.getByRole('button', { name: '複製する' });
    expect(duplicate()).toBeEnabled();
    await user.type(title(), 'の話');
    expect(duplicate()).toBeDisabled();
    expect(duplicate()).toHaveAccessibleDescription('変更を保存すると複製できます。');
  });

  it('lets an organizer with an unverified address resend the mail', async () => {
    await setUp({ event: { missing: ['verification'] }, me: { state: 'email_unverified' } });
    expect(screen.getByText(/メールアドレスの確認が済むと/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '確認メールを再送する' })).toBeInTheDocument();
  });
});

describe('the tickets of an event', () => {
  it('are added with numbers in any notation', async () => {
    const { user, network } = await setUp();
    network.answer(createTicketType, aTicketType());
    await user.click(
      within(screen.getByRole('region', { name: 'チケット' })).getByRole('button', { name: 'チケットを追加する' }),
    );
    const form = within(await screen.findByRole('dialog', { name: 'チケットを追加する' }));
    await user.click(form.getByRole('button', { name: '追加する' }));
    expect(form.getByRole('textbox', { name: /^価格/ })).toHaveAccessibleDescription(/価格は0円か、50円から/);
    await user.type(form.getByRole('textbox', { name: /^価格/ }), '１，５００円');
    await user.type(form.getByRole('textbox', { name: '席の数' }), '20');
    await user.click(form.getByRole('button', { name: '追加する' }));
    expect(await screen.findByText('チケットを追加しました。')).toBeInTheDocument();
    expect(network.calls(createTicketType)[0]?.body).toMatchObject({
      kind: 'general',
      price: 1500,
      quota: 20,
      taxRate: 10,
    });
  });

  it('ask for confirmation before typed input is lost', async () => {
    const { user } = await setUp();
    const add = within(screen.getByRole('region', { name: 'チケット' })).getByRole('button', {
      name: 'チケットを追加する',
    });
    await user.click(add);
    const form = within(await screen.findByRole('dialog', { name: 'チケットを追加する' }));
    await user.type(form.getByRole('textbox', { name: '席の数' }), '20');
    await user.click(form.getByRole('button', { name: 'キャンセル' }));
    const question = within(await screen.findByRole('dialog', { name: '入力した内容を破棄しますか' }));
    await user.click(question.getByRole('button', { name: '入力を続ける' }));
    expect(form.getByRole('textbox', { name: '席の数' })).toHaveValue('20');
  });

  it('show how many seats are taken, and how many are held unpaid', async () => {
    const tickets = [aTicketType({ id: 'tkt_1', quota: 20, sold: 12, held: 5 })];
    await setUp({ event: { state: 'published', missing: [], tickets }, search: '?tab=edit' });
    expect(await screen.findByRole('row', { name: /一般.*20.*申込済み12.*確保中5/ })).toBeInTheDocument();
  });

  it('lock price and kind once sold, and say so', async () => {
    const ticket = aTicketType({ id: 'tkt_1', sold: 3, quota: 10 });
    const { user, network } = await setUp({
      event: { state: 'published', missing: [], tickets: [ticket] },
      search: '?tab=edit',
    });
    network.answer(updateTicketType, { ...ticket, quota: 5 });
    await user.click(await screen.findByRole('button', { name: '一般の操作' }));
    await user.click(screen.getByRole('menuitem', { name: '編集する' }));
    const form = within(await screen.findByRole('dialog', { name: 'チケットを編集する' }));
    expect(form.getByText(/種類、価格、税率は変更できません。/)).toBeInTheDocument();
    expect(form.queryByRole('combobox', { name: '種類' })).not.toBeInTheDocument();
    await user.clear(form.getByRole('textbox', { name: '席の数' }));
    await user.type(form.getByRole('textbox', { name: '席の数' }), '2');
    await user.click(form.getByRole('button', { name: '変更する' }));
    expect(form.getByText('すでに3席が申し込まれています。')).toBeInTheDocument();
    await user.clear(form.getByRole('textbox', { name: '席の数' }));
    await user.type(form.getByRole('textbox', { name: '席の数' }), '5');
    await user.click(form.getByRole('button', { name: '変更する' }));
    await waitFor(() => expect(network.calls(updateTicketType)[0]?.body).toEqual({ quota: 5 }));
    expect(screen.getByText('すでに申し込みがあるため、変更できません。')).toBeInTheDocument();
  });
});

describe('event invitations', () => {
  const ticket = aTicketType({ id: 'tkt_invited', kind: 'invited', name: 'ご招待', price: 0 });
  const code: Invitation = {
    id: 'inv_1',
    eventId: 'evt_1',
    code: 'HOSHI-7F2K',
    ticketTypeId: ticket.id,
    maxUses: 8,
    uses: 2,
    expiresAt: null,
    revokedAt: null,
    createdAt: '2026-11-22T00:00:00.000Z',
  };
  const card = () => within(screen.getByRole('region', { name: '招待コード' }));
  const openForm = async () => {
    const app = await setUp({ event: { tickets: [aTicketType({ id: 'tkt_1' }), ticket] } });
    await app.user.click(card().getByRole('button', { name: 'コードを作る' }));
    return { ...app, form: within(await screen.findByRole('dialog', { name: '招待コードを作る' })) };
  };

  it('require a ticket type that they lead to', async () => {
    await setUp();
    expect(card().getByRole('button', { name: 'コードを作る' })).toBeDisabled();
    expect(card().getByText('先にチケットを追加してください。')).toBeInTheDocument();
  });

  it('are created for the invitation ticket, with the given number of uses and a generated code', async () => {
    const { user, network, form } = await openForm();
    network.answer(createInvitation, code);
    expect(form.getByRole('combobox', { name: 'チケット' })).toHaveValue(ticket.id);
    await user.clear(form.getByRole('textbox', { name: '使える回数' }));
    await user.type(form.getByRole('textbox', { name: '使える回数' }), '８');
    await user.click(form.getByRole('button', { name: '作る' }));
    expect(await screen.findByText('招待コードを作りました。')).toBeInTheDocument();
    expect(network.calls(createInvitation)[0]?.body).toEqual({ ticketTypeId: ticket.id, maxUses: 8, expiresAt: null });
  });

  it.each([
    [/^コード/, 'あ', 'コードは英数字とハイフンの4から40文字で入力してください。'],
    ['使える回数', '0', /^使える回数は1から/],
    [/^期限/, 'あした', '期限は 2026/11/21 13:45 の形式で入力してください。'],
  ] as const)('show an error at %s, and send nothing', async (name, typed, sentence) => {
    const { user, network, form } = await openForm();
    await user.clear(form.getByRole('textbox', { name }));
    await user.type(form.getByRole('textbox', { name }), typed);
    await user.click(form.getByRole('button', { name: '作る' }));
    expect(await form.findByText(sentence)).toBeInTheDocument();
    expect(network.calls(createInvitation)).toEqual([]);
  });

  it('ask for confirmation before typed input is lost', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByRole('textbox', { name: /^コード/ }), 'HOSHI');
    await user.click(form.getByRole('button', { name: 'キャンセル' }));
    const question = within(await screen.findByRole('dialog', { name: '入力した内容を破棄しますか' }));
    await user.click(question.getByRole('button', { name: '破棄する' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('show at the code that it is taken, and keep the input', async () => {
    const { user, network, form } = await openForm();
    network.refuse(createInvitation, 'invalid', { fields: { code: 'このコードはすでに使われています。' } });
    await user.type(form.getByRole('textbox', { name: /^コード/ }), 'HOSHI-7F2K');
    await user.click(form.getByRole('button', { name: '作る' }));
    expect(await form.findByText('このコードはすでに使われています。')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /^コード/ })).toHaveValue('HOSHI-7F2K');
  });

  it('show how often each was used, and why one is no longer valid', async () => {
    const others = [
      { ...code, id: 'inv_2', code: 'USED-UP', uses: 8 },
      { ...code, id: 'inv_3', code: 'REVOKED', revokedAt: '2026-11-22T00:00:00.000Z' },
      { ...code, id: 'inv_4', code: 'TOO-LATE', expiresAt: '2020-01-01T00:00:00.000Z' },
    ];
    await setUp({ event: { tickets: [ticket], invitations: [code, ...others] } });
    const rows = card().getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'HOSHI-7F2Kご招待2 / 8なし',
      'USED-UPご招待8 / 8使い切りました',
      'REVOKEDご招待2 / 8無効にしました',
      'TOO-LATEご招待2 / 8期限が切れました',
    ]);
    expect(card().getAllByRole('button', { name: /を無効にする$/ })).toHaveLength(1);
  });

  it('are revoked after a confirmation', async () => {
    const { user, network } = await setUp({ event: { tickets: [ticket], invitations: [code] } });
    network.answer(deleteInvitation, undefined);
    await user.click(card().getByRole('button', { name: 'HOSHI-7F2Kを無効にする' }));
    const question = within(await screen.findByRole('dialog', { name: 'HOSHI-7F2Kを無効にしますか' }));
    expect(question.getByText(/すでに申し込んだ方はそのまま参加できます。/)).toBeInTheDocument();
    expect(network.calls(deleteInvitation)).toEqual([]);
    await user.click(question.getByRole('button', { name: '無効にする' }));
    expect(await screen.findByText('招待コードを無効にしました。')).toBeInTheDocument();
    expect(network.calls(deleteInvitation)).toHaveLength(1);
  });
});

describe('a published event', () => {
  const published = { state: 'published', missing: [], tickets: [aTicketType()], participantCount: 2 } as const;

  it('shows its daily sales as a chart and a table', async () => {
    const { user } = await setUp({ event: { ...published, tickets: [...published.tickets], missing: [] } });
    expect(await screen.findByText('2,892円')).toBeInTheDocument();
    // Of five participants, two have paid.
    expect(screen.getByText('売上(2件)')).toBeInTheDocument();
    expect(screen.getByText('累計(右の目盛り)')).toBeInTheDocument();
    await user.click(screen.getByText('数字で見る'));
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(['11/221件1,500円2件', '11/210件0円1件', '11/201件1,500円1件']);
  });

  it('gives the HTML that shows it on another website', async () => {
    const { user } = await setUp({ event: { state: 'published', title: '星の"夜"' } });
    await user.click(await screen.findByRole('button', { name: 'カードのHTMLをコピー' }));
    expect(await screen.findByText('HTMLをコピーしました。')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(
      '<iframe src="http://localhost/embed/events/evt_1?form=card" title="星の&quot;夜&quot;" width="360" height="420" loading="lazy" style="border:0;max-width:100%"></iframe>',
    );
    expect(screen.getAllByRole('link', { name: '表示を確かめる' }).map((link) => link.getAttribute('href'))).toEqual([
      'http://localhost/embed/events/evt_1?form=card',
      'http://localhost/embed/events/evt_1?form=button',
    ]);
  });

  it('is cancelled with a reason and a typed confirmation, after showing the consequences', async () => {
    const { user, network } = await setUp({ event: { ...published, tickets: [...published.tickets], missing: [] } });
    network.refuse(deleteEvent, 'invalid', { fields: { reason: '参加者に届く理由を入力してください。' } });
    const stop = await screen.findByRole('button', { name: '中止して全額返金' });
    expect(screen.getByText(/^3,000円を全額返金します。/)).toBeInTheDocument();
    expect(stop).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /^確認のため/ }), '中止する');
    await user.click(stop);
    expect(await screen.findByText('参加者に届く理由を入力してください。')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^確認のため/ })).toHaveValue('中止する');
  });

  it('shows the latest participants in the overview, with a link to all', async () => {
    const { network } = await setUp({
      event: { ...published, tickets: [...published.tickets], missing: [] },
      participants: [someone],
    });
    expect(await screen.findByRole('row', { name: /佐々木 航.*一般.*申込済み.*1,500円/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '81件をすべて見る' })).toHaveAttribute(
      'href',
      '/events/evt_1/edit?tab=participants',
    );
    expect(network.calls(listOrganizedParticipants).map(({ query }) => query)).toEqual([{ limit: '5' }]);
  });

  it('names the seats and the money of a purchase before it is cancelled, and cancels no unpaid further seat', async () => {
    const buyer = { ...someone, further: { seats: 2, amount: 3000 } };
    const unpaid = { ...companion, state: 'pending_payment' as const };
    const network = new FakeNetwork()
      .answer(getOrganizedEvent, aDraft({ ...published, tickets: [...published.tickets], missing: [] }))
      .answer(listOrganizedParticipants, { items: [buyer, unpaid], nextCursor: null, totalCount: 2 });
    const { user } = renderWithApp(<EditEventPage />, {
      me: aMe('professional'),
      network,
      path: '/events/evt_1/edit?tab=participants',
      pattern: '/events/{id}/edit',
    });
    await user.click(await screen.findByRole('button', { name: '佐々木 航の操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '申し込みを取り消す' }));
    const dialog = within(await screen.findByRole('dialog', { name: '佐々木 航さんの申し込みを取り消しますか' }));
    expect(dialog.getByText('お連れの方の席を含む3席を取り消します。')).toBeInTheDocument();
    expect(dialog.getByText('4,500円を全額返金します。')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '花の操作' })).not.toBeInTheDocument();
  });

  it('lists the participants and finds them by name', async () => {
    const network = new FakeNetwork()
      .answer(getOrganizedEvent, aDraft({ ...published, tickets: [...published.tickets], missing: [] }))
      .answer(listOrganizedParticipants, ({ query }) =>
        query.q
          ? { items: [], nextCursor: null, totalCount: 0 }
          : { items: [someone, companion], nextCursor: null, totalCount: 2 },
      );
    const { user } = renderWithApp(<EditEventPage />, {
      me: aMe('professional'),
      network,
      path: '/events/evt_1/edit?tab=participants',
      pattern: '/events/{id}/edit',
    });
    expect(await screen.findByRole('row', { name: /佐々木 航.*一般.*申込済み.*1,500円/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /花.*岡田 恵さんのお連れの方/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'CSVでダウンロード' })).toHaveAttribute(
      'href',
      '/v1/org/events/evt_1/participants.csv',
    );
    await user.type(screen.getByRole('searchbox', { name: '名前かメールアドレス' }), '岡田');
    await user.click(screen.getByRole('button', { name: 'さがす' }));
    expect(await screen.findByText('当てはまる方はいません。')).toBeInTheDocument();
  });
});

describe('messages to those with a seat', () => {
  const aMessage = {
    id: 'msg_1',
    subject: '持ち物のご案内',
    body: '三脚をお持ちください。',
    createdAt: '2026-11-22T00:00:00.000Z',
    recipientCount: 58,
    isRemoved: false,
  };
  const open = async (sent: { items?: object[]; recipientCount?: number; remaining?: number } = {}) => {
    const network = new FakeNetwork()
      .answer(getOrganizedEvent, aDraft({ state: 'published' }))
      .answer(listSentEventMessages, { items: [], recipientCount: 58, remaining: 3, ...sent } as never);
    const path = '/events/evt_1/edit?tab=messages';
    const app = renderWithApp(<EditEventPage />, {
      me: aMe('professional'),
      network,
      path,
      pattern: '/events/{id}/edit',
      isInHistory: true,
    });
    await screen.findByRole('heading', { name: '参加者へのメッセージ' });
    return app;
  };
  const write = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.type(screen.getByRole('textbox', { name: '件名' }), '持ち物のご案内');
    await user.type(screen.getByRole('textbox', { name: '本文' }), '三脚をお持ちください。');
    await user.click(screen.getByRole('button', { name: '58人に送る' }));
    return screen.findByRole('dialog', { name: '58人に送りますか' });
  };

  it('are sent once the number of people is confirmed, and listed with their date and number', async () => {
    const { user, network } = await open();
    expect(screen.getByText(/あと3通送れます。/)).toBeInTheDocument();
    const dialog = await write(user);
    expect(network.calls(sendEventMessage)).toEqual([]);
    network
      .answer(sendEventMessage, aMessage)
      .answer(listSentEventMessages, { items: [aMessage], recipientCount: 58, remaining: 2 });
    await user.click(within(dialog).getByRole('button', { name: '送る' }));
    expect(await screen.findByRole('heading', { name: '持ち物のご案内' })).toBeInTheDocument();
    expect(network.calls(sendEventMessage)[0]?.body).toEqual({
      subject: '持ち物のご案内',
      body: '三脚をお持ちください。',
    });
    expect(screen.getByText('58人')).toBeInTheDocument();
    expect(screen.getByText(/あと2通送れます。/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: '件名' })).toHaveValue('');
  });

  it('keep what was typed when they are refused, and say why', async () => {
    const { user, network } = await open();
    const sentence = 'メッセージは1日に10通まで送れます。明日、もう一度お試しください。';
    network.refuse(sendEventMessage, 'rate_limited', { message: sentence });
    const dialog = await write(user);
    await user.click(within(dialog).getByRole('button', { name: '送る' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: '件名' })).toHaveValue('持ち物のご案内');
  });

  it('keep what was typed in another tab, and ask before the page is closed', async () => {
    const { user } = await open();
    const close = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(close()).toBe(true);
    await user.type(screen.getByRole('textbox', { name: '件名' }), '持ち物のご案内');
    const tabs = within(screen.getByRole('navigation', { name: 'イベントの管理' }));
    await user.click(tabs.getByRole('link', { name: '運営メンバー' }));
    expect(screen.queryByRole('textbox', { name: '件名' })).not.toBeInTheDocument();
    expect(close()).toBe(false);
    await user.click(tabs.getByRole('link', { name: 'メッセージ' }));
    expect(screen.getByRole('textbox', { name: '件名' })).toHaveValue('持ち物のご案内');
  });

  it('ask for nothing to confirm while a field is empty', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: '58人に送る' }));
    expect(screen.getByRole('textbox', { name: '件名' })).toHaveAccessibleDescription(/件名を入力してください。/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['after all of them', { items: [aMessage], remaining: 0 }, /3通を、すべて送りました。/],
    ['to nobody', { recipientCount: 0 }, /お席が決まった方がいると/],
  ])('have no form %s', async (_when, sent, sentence) => {
    await open(sent);
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});
