import type { EventMessage } from '@manabiba/shared/contract/event-messages';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Me } from '@manabiba/shared/contract/users';
import {
  cancelParticipation,
  createParticipation,
  createPremiumParticipation,
  createStudentParticipation,
  getCancellation,
  getEvent,
  listCategories,
  listEventMessages,
  listEventParticipants,
  redeemInvitation,
  reportEventMessage,
  updateMessageSubscription,
} from '@manabiba/shared/data/endpoints';
import type { SlotParams } from '@manabiba/shared/platform';
import {
  aCategory,
  aMe,
  anEvent,
  aPage,
  aParticipation,
  aTicketType,
  aUser,
  inMinutes,
} from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';
import { millisecondsInHour } from 'date-fns/constants';

import { EventPage } from './event-page';

interface SetUpOptions {
  event?: Partial<ClassroomEvent>;
  me?: Me;
  isClosed?: boolean;
  search?: string;
  /** Of the organizer, for whoever has a seat. */
  messages?: EventMessage[];
  slots?: NonNullable<Parameters<typeof renderWithApp>[1]>['slots'];
  network?: FakeNetwork;
}

/** A fully populated event page. */
const setUp = async ({
  event = {},
  me = aMe('adult'),
  isClosed = false,
  search = '',
  messages = [],
  slots = {},
  network = new FakeNetwork(),
}: SetUpOptions = {}) => {
  network
    .answer(getEvent, anEvent({ id: 'evt_galaxy', subtitle: '研究者と話す90分', ...event }))
    .answer(listCategories, { categories: [aCategory({ id: 'cat_0001', name: '宇宙' })] })
    .answer(listEventMessages, { items: messages, isSubscribed: true });
  const closure = { endedOn: '2025-03-31', url: '/closure', mode: isClosed ? 'readonly' : 'notice' } as const;
  const app = renderWithApp(<EventPage />, {
    me,
    network,
    path: `/events/evt_galaxy${search}`,
    pattern: '/events/{id}',
    config: { closure },
    slots,
  });
  await screen.findByText('宇宙');
  return app;
};

it('leads to the series that it is a date of', async () => {
  await setUp({ event: { series: { id: 'srs_stars', title: '星を学ぶ4週間', number: 2 } } });
  expect(screen.getByRole('link', { name: '連続講座『星を学ぶ4週間』 第2回' })).toHaveAttribute(
    'href',
    '/series/srs_stars',
  );
});

it('shows the event and sets the page title', async () => {
  const { pageTitle } = await setUp({
    event: {
      description: '一つめ。\n\n二つめ。',
      speakers: [aUser({ nickname: '藤井 大輔' })],
      participantCount: 88,
      participants: [aUser(), aUser()],
      cancelPolicy: '・前日まで',
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: '宇宙望遠鏡が見た最初の銀河' })).toBeInTheDocument();
  expect(screen.getByText('研究者と話す90分')).toBeInTheDocument();
  expect(screen.getByText('二つめ。')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /藤井 大輔/ })).toHaveAttribute('href', expect.stringMatching(/^\/users\//));
  expect(screen.getByRole('link', { name: /みなと天文台/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/users\//),
  );
  expect(screen.getByText('ほか86人')).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'お申し込みについて' })).getByText('前日まで')).toBeInTheDocument();
  expect(pageTitle()).toBe('宇宙望遠鏡が見た最初の銀河');
});

it('sells by the server clock on a device whose own is an hour late', async () => {
  const network = new FakeNetwork().setClockAhead(millisecondsInHour);
  await setUp({ network, event: { tickets: [aTicketType({ saleEndAt: inMinutes(30) })] } });
  expect(await screen.findByText(/^お申し込みの受付は.*に終了しました。$/)).toBeInTheDocument();
});

it('opens the list of all participants', async () => {
  const { user, network } = await setUp({ event: { participantCount: 4, participants: [aUser()] } });
  network.answer(listEventParticipants, ({ query }) =>
    query.cursor
      ? aPage([aUser({ nickname: '上田 莉子' })])
      : aPage([aUser({ id: 'usr_mori', nickname: '森 拓海' }), aUser({ nickname: '大野 健' })], 'more'),
  );
  await user.click(await screen.findByRole('button', { name: /参加する人をすべて見る.*ほか3人/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '参加する人 4人' }));
  expect(await dialog.findByRole('link', { name: /森 拓海/ })).toHaveAttribute('href', '/users/usr_mori');
  await user.click(dialog.getByRole('button', { name: 'さらに表示する' }));
  expect(await dialog.findByRole('link', { name: /上田 莉子/ })).toBeInTheDocument();
  expect(dialog.getByText('ほかに、プロフィールを公開していない方が1人います。')).toBeInTheDocument();
});

it('shows availability and the prices of the other tickets', async () => {
  const tickets = [
    aTicketType({ sold: 88 }),
    aTicketType({ kind: 'student', name: '学生', price: 500, quota: 10, sold: 10 }),
    aTicketType({ kind: 'premium', name: 'プラン会員', price: 0 }),
    aTicketType({ kind: 'invited', name: '招待' }),
  ];
  await setUp({ event: { tickets } });
  const panel = within(await screen.findByRole('complementary', { name: 'お申し込み' }));
  expect(panel.getByText('残り12席')).toBeInTheDocument();
  expect(panel.getByRole('img', { name: '100席のうち88席が埋まっています' })).toBeInTheDocument();
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '学生満席500円 (税込)',
    'プラン会員無料',
  ]);
});

it('leads the user to the payment of their ticket', async () => {
  await setUp({ me: aMe('adult') });
  const [link] = await screen.findAllByRole('link', { name: 'チケットを購入' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/events\/evt_galaxy\/checkout\?ticket=./));
});

it('offers a visitor to buy without an account, besides signing up', async () => {
  const event = { tickets: [aTicketType({ id: 'tkt_1' })] };
  await setUp({ me: aMe('anonymous'), event });
  expect(await screen.findByRole('link', { name: 'アカウントを作らずに購入' })).toHaveAttribute(
    'href',
    '/events/evt_galaxy/checkout?ticket=tkt_1',
  );
});

it.each<[string, SetUpOptions]>([
  ['a free seat', { event: { tickets: [aTicketType({ price: 0 })] } }],
  ['a sold-out ticket', { event: { tickets: [aTicketType({ sold: 100 })] } }],
  ['a service that is closed', { isClosed: true }],
])('offers a visitor no purchase for %s', async (_what, given) => {
  await setUp({ ...given, me: aMe('anonymous') });
  expect(screen.queryByRole('link', { name: 'アカウントを作らずに購入' })).not.toBeInTheDocument();
});

it('mentions the plans beside a price that they include', async () => {
  const tickets = [aTicketType(), aTicketType({ kind: 'premium', price: 0 })];
  await setUp({ event: { tickets } });
  const panel = within(await screen.findByRole('complementary', { name: 'お申し込み' }));
  expect(panel.getByRole('link', { name: 'プランに登録して無料で参加' })).toHaveAttribute('href', '/plans');
});

describe('a child, who cannot buy', () => {
  const tickets = [
    aTicketType(),
    aTicketType({ kind: 'student', price: 500 }),
    aTicketType({ id: 'tkt_invited', kind: 'invited', name: '招待', price: 0 }),
  ];

  it('sees no prices', async () => {
    const { container } = await setUp({ me: aMe('child'), event: { tickets } });
    expect(
      await screen.findByText('このイベントには、12歳以下の方がお申し込みいただける席がありません。'),
    ).toBeInTheDocument();
    expect(container).not.toHaveTextContent(/500円/);
  });

  it('sees the seat that an invitation gave, and enters', async () => {
    const joinUrl = '/classrooms/cls_1';
    const myParticipation = aParticipation({ ticketTypeId: 'tkt_invited', route: 'invitation', amount: 0, joinUrl });
    const { container } = await setUp({ me: aMe('child'), event: { state: 'open', tickets, myParticipation } });
    expect(await screen.findByText('招待')).toBeInTheDocument();
    expect(screen.getByText('入場できます')).toBeInTheDocument();
    expect(container).not.toHaveTextContent(/500円/);
  });
});

it.each([
  ['refund_pending', '返金手続き中', /1,500円の返金の手続きを進めています。/],
  ['refunded', '返金済み', /1,500円をお返ししました。/],
] as const)('informs a buyer about the refund beside the offer to buy again: %s', async (state, badge, sentence) => {
  await setUp({ event: { myParticipation: aParticipation({ state, amount: 1500 }) } });
  const panel = within(await screen.findByRole('complementary', { name: 'お申し込み' }));
  expect(await panel.findByText(badge)).toBeInTheDocument();
  expect(panel.getByText(sentence)).toBeInTheDocument();
  expect(panel.getByRole('link', { name: '返金の進み具合' })).toHaveAttribute('href', '/tickets?tab=refunded');
  expect(panel.getByRole('link', { name: 'チケットを購入' })).toBeInTheDocument();
});

it.each([
  ['published', '/classrooms/cls_hall'],
  ['live', undefined],
] as const)('links the organizer of a %s event to the polls of its room: %s', async (state, href) => {
  const me = aMe('adult');
  await setUp({ me, event: { state, classroomId: 'cls_hall', organizer: { ...anEvent().organizer, id: me.id } } });
  await screen.findByRole('link', { name: 'イベントを管理する' });
  const link = screen.queryByRole('link', { name: 'アンケートを準備する' });
  expect(link?.getAttribute('href') ?? undefined).toBe(href);
});

it('shows why the organizer cancelled the event', async () => {
  await setUp({ event: { state: 'cancelled', cancelReason: '講師の体調不良のため' } });
  expect(await screen.findByText('中止の理由: 講師の体調不良のため')).toBeInTheDocument();
});

it('leads a visitor to sign-up and back', async () => {
  await setUp({ me: aMe('anonymous') });
  const [link] = await screen.findAllByRole('link', { name: 'アカウントを作成' });
  expect(link).toHaveAttribute('href', '/signin?tab=signup&next=%2Fevents%2Fevt_galaxy');
});

it('offers a visitor no sign-up once the service is closed', async () => {
  await setUp({ me: aMe('anonymous'), isClosed: true });
  const [button] = await screen.findAllByRole('button', { name: 'アカウントを作成' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('本サービスは終了したため、この操作はできません。');
});

it.each<[string, Partial<ClassroomEvent>, string]>([
  ['cancelled', { state: 'cancelled' }, 'このイベントは中止になりました。'],
  ['ended', { state: 'ended', endAt: inMinutes(-10) }, 'このイベントは終了しました。'],
  ['archived', { state: 'archived' }, 'このイベントは終了しました。'],
  [
    'sold out and live',
    { state: 'live', tickets: [aTicketType({ sold: 100 })] },
    '満席のため、お申し込みの受付を終了しました。',
  ],
])('offers no action for an event that is %s', async (_state, event, sentence) => {
  await setUp({ event });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'チケットを購入' })).not.toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: 'カレンダー' })).toHaveLength(event.tickets ? 1 : 0);
});

it.each([
  ['usr_else', 'published', '読む'],
  ['usr_owner', 'published', '加える'],
  ['usr_else', 'archived', '終わったあとに読む'],
  ['usr_owner', 'cancelled', undefined],
] as const)('has a place for the materials of its room, for %s while it is %s', async (id, state, shown) => {
  const me = aMe('professional', { id });
  const organizer = { ...anEvent().organizer, id: 'usr_owner' };
  await setUp({
    me,
    event: { state, organizer, classroomId: 'cls_galaxy' },
    slots: {
      'event-materials': ({ classroomId, leads, hasEnded }: SlotParams<'event-materials'>) =>
        classroomId && <p>{`${classroomId}の資料を${leads ? '加える' : hasEnded ? '終わったあとに読む' : '読む'}`}</p>,
    },
  });
  if (shown) expect(await screen.findByText(`cls_galaxyの資料を${shown}`)).toBeInTheDocument();
  else expect(screen.queryByText(/資料を/)).not.toBeInTheDocument();
});

it('links to its calendar file', async () => {
  await setUp();
  expect(await screen.findByRole('link', { name: 'カレンダー' })).toHaveAttribute(
    'href',
    '/v1/events/evt_galaxy/calendar.ics',
  );
});

it('offers to copy the link where there is no native share sheet', async () => {
  const { user } = await setUp();
  await user.click(await screen.findByRole('button', { name: '共有' }));
  await user.click(await screen.findByRole('button', { name: 'リンクをコピー' }));
  expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('http://localhost/events/evt_galaxy');
});

it('shows a skeleton while the event loads', () => {
  renderWithApp(<EventPage />, { path: '/events/evt_galaxy', pattern: '/events/{id}' });
  expect(screen.getAllByRole('status', { name: '読み込み中' })).not.toHaveLength(0);
});

it('shows a not-found page for an unknown event', async () => {
  renderWithApp(<EventPage />, {
    network: new FakeNetwork().refuse(getEvent, 'not_found'),
    path: '/events/evt_none',
    pattern: '/events/{id}',
  });
  expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
});

it.each<[Partial<ClassroomEvent>, string | undefined]>([
  [{ state: 'archived', archiveId: 'arc_galaxy' }, '/archives/arc_galaxy'],
  [{ state: 'ended', archiveId: 'arc_galaxy' }, undefined],
])('links an event to its archive once that is published', async (event, href) => {
  await setUp({ event });
  expect(screen.queryByRole('link', { name: 'アーカイブを見る' })?.getAttribute('href')).toBe(href);
});

describe('free seats', () => {
  const free = (changes: Partial<ClassroomEvent['tickets'][number]> = {}) =>
    aTicketType({ id: 'tkt_free', price: 0, ...changes });
  /** From the next response on, the event reflects the user's participation. */
  const becomes = (network: FakeNetwork, changes: Partial<ClassroomEvent>) =>
    network.answer(getEvent, anEvent({ id: 'evt_galaxy', ...changes }));
  const panel = () => within(screen.getByRole('complementary', { name: 'お申し込み' }));

  it.each([
    ['a free ticket', {}, aMe('adult'), createParticipation, '無料で申し込む', { ticketTypeId: 'tkt_free' }],
    ['a seat for students', { kind: 'student' }, aMe('student'), createStudentParticipation, '学生として申し込む', {}],
    [
      'a seat included in the plan',
      { kind: 'premium' },
      aMe('adult', { isSubscribed: true }),
      createPremiumParticipation,
      'プラン会員として申し込む',
      {},
    ],
  ] as const)('gives %s after a confirmation, and shows it', async (_what, ticket, me, call, confirm, body) => {
    const { user, network } = await setUp({ me, event: { tickets: [free(ticket)] } });
    await user.click(panel().getByRole('button', { name: '参加する' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'お申し込みの確認' }));
    expect(dialog.getByText('開始まで、いつでも取り消せます。')).toBeInTheDocument();
    const myParticipation = aParticipation({ amount: 0 });
    network.answer(call as typeof createParticipation, myParticipation);
    becomes(network, { tickets: [free(ticket)], myParticipation });
    await user.click(dialog.getByRole('button', { name: confirm }));
    expect(await screen.findByText('お申し込みが完了しました。')).toBeInTheDocument();
    expect(await panel().findByText('申込済み')).toBeInTheDocument();
    expect(panel().getByRole('link', { name: 'チケットを見る' })).toHaveAttribute('href', '/tickets');
    expect(network.calls(call as typeof createParticipation).map((made) => made.body)).toEqual([body]);
  });

  it('explains why there is no seat and shows the refreshed event', async () => {
    const { user, network } = await setUp({ event: { tickets: [free()] } });
    await user.click(panel().getByRole('button', { name: '参加する' }));
    network.refuse(createParticipation, 'ended');
    becomes(network, { tickets: [free({ saleEndAt: inMinutes(-1) })] });
    await user.click(await screen.findByRole('button', { name: '無料で申し込む' }));
    expect(await screen.findByText('お申し込みの受付は終了しました。')).toBeInTheDocument();
    expect(await panel().findByText(/^お申し込みの受付は.*に終了しました。$/)).toBeInTheDocument();
  });

  it.each([
    [0, 'キャンセル待ちに登録する'],
    [2, 'キャンセル待ちに登録する(いま2人が待っています)'],
  ])('says how many wait: %i', async (waitlistedCount, step) => {
    const { user } = await setUp({ event: { tickets: [free({ quota: 10, sold: 10, waitlistedCount })] } });
    await user.click(panel().getByRole('button', { name: 'キャンセル待ちに登録' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'キャンセル待ちに登録する' }));
    expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent(step);
  });

  it('joins the waiting list of a full event', async () => {
    const { user, network } = await setUp({ event: { tickets: [free({ quota: 10, sold: 10 })] } });
    await user.click(panel().getByRole('button', { name: 'キャンセル待ちに登録' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'キャンセル待ちに登録する' }));
    // Of the panel and the bar a layout hides one, also while the dialog is open.
    for (const button of screen.getAllByRole('button', { name: 'キャンセル待ちに登録', hidden: true }))
      button.parentElement?.style.setProperty('display', 'none');
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(dialog.getByText('登録だけでは、料金はかかりません。')).toBeInTheDocument();
    const myParticipation = aParticipation({ state: 'waitlisted', waitlistPosition: 3 });
    network.answer(createParticipation, myParticipation);
    becomes(network, { myParticipation });
    await user.click(dialog.getByRole('button', { name: 'キャンセル待ちに登録する' }));
    expect(await panel().findByText('3番目')).toBeInTheDocument();
    expect(panel().getByRole('button', { name: '待つのをやめる' })).toBeInTheDocument();
  });

  it('accepts an offer from the waiting list while it is held', async () => {
    const offered = aParticipation({ state: 'offered', ticketTypeId: 'tkt_free', holdExpiresAt: inMinutes(75) });
    const { user, network } = await setUp({ event: { tickets: [free()], myParticipation: offered } });
    expect(await panel().findByRole('timer')).toHaveTextContent(/^残り 1:1\d:\d\d$/);
    network.answer(createParticipation, { ...offered, state: 'confirmed' });
    becomes(network, { tickets: [free()], myParticipation: { ...offered, state: 'confirmed' } });
    await user.click(panel().getByRole('button', { name: 'お席を受け取る' }));
    expect(await panel().findByText('申込済み')).toBeInTheDocument();
  });

  it('cancels a seat after showing the refund', async () => {
    const { user, network } = await setUp({ event: { myParticipation: aParticipation() } });
    network.answer(getCancellation, {
      paid: 1500,
      refund: 1500,
      fullRefundUntil: new Date('2031-12-04T14:00:00').toISOString(),
    });
    await user.click(await panel().findByRole('button', { name: '取り消す' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'お申し込みを取り消す' }));
    expect(await dialog.findByText('返金', { selector: 'dt' })).toBeInTheDocument();
    expect(dialog.getByText(/12月4日\(木\) 14:00までは全額を返金いたします。/)).toBeInTheDocument();
    network.answer(cancelParticipation, aParticipation({ state: 'refund_pending' }));
    becomes(network, { tickets: [free()] });
    await user.click(dialog.getByRole('button', { name: '取り消して返金' }));
    expect(await screen.findByText('お申し込みを取り消しました。')).toBeInTheDocument();
    expect(await panel().findByRole('button', { name: '参加する' })).toBeInTheDocument();
  });

  it('does not cancel a participation that can no longer be cancelled', async () => {
    const { user, network } = await setUp({ event: { myParticipation: aParticipation() } });
    network.refuse(getCancellation, 'not_refundable');
    await user.click(await panel().findByRole('button', { name: '取り消す' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '開催が始まったイベントは、取り消しと返金ができません。',
    );
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: '取り消す' })).toBeDisabled();
  });

  describe('by invitation code', () => {
    const open = async () => {
      const app = await setUp();
      await app.user.click(panel().getByRole('button', { name: '招待コードをお持ちの方' }));
      const dialog = within(await screen.findByRole('dialog', { name: '招待コードで申し込む' }));
      const redeem = async (code: string) => {
        const field = dialog.getByRole('textbox', { name: '招待コード' });
        await app.user.clear(field);
        if (code) await app.user.type(field, code);
        await app.user.click(dialog.getByRole('button', { name: '招待で申し込む' }));
      };
      return { ...app, dialog, redeem };
    };

    it('takes a seat with a code as it was typed, without spaces around it', async () => {
      const { network, redeem } = await open();
      network.answer(redeemInvitation, aParticipation({ route: 'invitation', amount: 0 }));
      becomes(network, { myParticipation: aParticipation({ route: 'invitation', amount: 0 }) });
      await redeem(' ＨＯＳＨＩ-7F2K ');
      expect(await screen.findByText('お申し込みが完了しました。')).toBeInTheDocument();
      expect(network.calls(redeemInvitation)[0]?.body).toEqual({ code: 'ＨＯＳＨＩ-7F2K' });
      expect(await panel().findByText('申込済み')).toBeInTheDocument();
    });

    it.each([
      ['unknown', 'not_found', 'この招待コードはご利用いただけません。入力をお確かめください。'],
      ['used up', 'code_used', 'このコードはすでに使われています。'],
      ['of a full event', 'full', '満席のため参加できません。'],
    ] as const)('shows at the field that a code is %s and keeps the input', async (_what, code, sentence) => {
      const { network, dialog, redeem } = await open();
      network.refuse(redeemInvitation, code);
      await redeem('HOSHI-7F2X');
      expect(await dialog.findByText(sentence)).toBeInTheDocument();
      expect(dialog.getByRole('textbox', { name: '招待コード' })).toHaveValue('HOSHI-7F2X');
      expect(dialog.getByRole('textbox', { name: '招待コード' })).toBeInvalid();
    });

    it('opens the dialog with the code for a visitor who follows a copied invitation link', async () => {
      const { network, user } = await setUp({ search: '?invitation=HOSHI-7F2K' });
      const dialog = within(await screen.findByRole('dialog', { name: '招待コードで申し込む' }));
      expect(dialog.getByRole('textbox', { name: '招待コード' })).toHaveValue('HOSHI-7F2K');
      expect(network.calls(redeemInvitation)).toEqual([]);
      network.answer(redeemInvitation, aParticipation({ route: 'invitation', amount: 0 }));
      await user.click(dialog.getByRole('button', { name: '招待で申し込む' }));
      expect(await screen.findByText('お申し込みが完了しました。')).toBeInTheDocument();
      expect(network.calls(redeemInvitation)[0]?.body).toEqual({ code: 'HOSHI-7F2K' });
    });

    it('requires a code before calling the api', async () => {
      const { network, dialog, redeem } = await open();
      await redeem('');
      expect(dialog.getByText('招待コードを入力してください。')).toBeInTheDocument();
      expect(network.calls(redeemInvitation)).toEqual([]);
    });

    it('is not offered to visitors or to users who have a seat', async () => {
      await setUp({ me: aMe('anonymous') });
      expect(panel().queryByRole('button', { name: '招待コードをお持ちの方' })).not.toBeInTheDocument();
    });
  });
});

it.each([
  ['until_24_hours', /開始の24時間前まで.*全額返金いたします。/],
  ['until_7_days', /開始の7日前まで.*全額返金いたします。/],
  ['none', 'お申し込みのあとの返金はいたしかねます。'],
] as const)('shows the refund policy: %s', async (refundPolicy, sentence) => {
  await setUp({ event: { refundPolicy } });
  const terms = within(await screen.findByRole('region', { name: 'お申し込みについて' }));
  expect(terms.getByText(sentence)).toBeInTheDocument();
});

it('promises no refund for a free event', async () => {
  await setUp({ event: { tickets: [aTicketType({ price: 0 })] } });
  const terms = within(await screen.findByRole('region', { name: 'お申し込みについて' }));
  expect(terms.getAllByRole('listitem').map((rule) => rule.textContent)).toEqual(['開始まで、いつでも取り消せます。']);
});

describe('messages of the organizer', () => {
  const aMessage = {
    id: 'msg_1',
    subject: '持ち物のご案内',
    body: '三脚をお持ちください。\nhttps://example.test/list',
    createdAt: '2026-11-22T00:00:00.000Z',
  };
  const seated = { event: { myParticipation: aParticipation({ state: 'confirmed' }) } };
  const region = () => screen.findByRole('region', { name: '主催者からのメッセージ' });

  it('are read where a notification leads, reported, and stopped', async () => {
    const { user, network } = await setUp({ ...seated, messages: [aMessage], search: '#messages' });
    const section = await region();
    await within(section).findByRole('heading', { name: '持ち物のご案内' });
    expect(within(section).getByRole('heading', { level: 2 })).toHaveFocus();
    expect(await within(section).findByRole('link')).toHaveAttribute('href', 'https://example.test/list');
    network.answer(reportEventMessage, { ok: true }).answer(updateMessageSubscription, undefined as never);
    await user.click(within(section).getByRole('button', { name: '「持ち物のご案内」を通報' }));
    const dialog = await screen.findByRole('dialog', { name: 'メッセージを通報' });
    await user.click(within(dialog).getAllByRole('radio')[0] as HTMLElement);
    await user.click(within(dialog).getByRole('button', { name: '通報する' }));
    await waitFor(() => expect(network.calls(reportEventMessage)).toHaveLength(1));
    network.answer(listEventMessages, { items: [aMessage], isSubscribed: false });
    await user.click(within(section).getByRole('button', { name: '配信を停止' }));
    expect(await within(section).findByRole('button', { name: '配信を再開' })).toBeInTheDocument();
    expect(network.calls(updateMessageSubscription)[0]?.body).toEqual({ isSubscribed: false });
  });

  it('are not there without a message, unless a notification leads to one that is gone', async () => {
    const first = await setUp(seated);
    await waitFor(() => expect(first.network.calls(listEventMessages)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: '主催者からのメッセージ' })).not.toBeInTheDocument();
    first.unmount();
    await setUp({ ...seated, search: '#messages' });
    expect(await within(await region()).findByText('いま読めるメッセージはありません。')).toBeInTheDocument();
  });
});
