import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import {
  aMe,
  anArchiveTicket,
  anEvent,
  aParticipation,
  aTicketType,
  inMinutes,
} from '@manabiba/shared/testing/builders';

import { type CallToAction, callToAction } from './call-to-action';

const setUp = ({
  event = {},
  me = aMe(),
  isClosed = false,
}: {
  event?: Partial<ClassroomEvent>;
  me?: Parameters<typeof callToAction>[1];
  isClosed?: boolean;
}) =>
  callToAction(anEvent(event), me, {
    now: new Date(),
    isClosed,
    formatMoment: (moment) => `<${moment.toISOString()}>`,
  });

const ENDED = inMinutes(-10);
const free = aTicketType({ id: 'free', price: 0 });
const paid = aTicketType({ id: 'paid' });
const student = aTicketType({ id: 'student', kind: 'student', price: 500 });

it.each<[string, Parameters<typeof setUp>[0], CallToAction]>([
  ['an adult', {}, { kind: 'buy', label: 'チケットを購入', ticket: paid }],
  ['a student', { me: aMe('student') }, { kind: 'buy', label: 'チケットを購入', ticket: student }],
  [
    'a subscriber',
    { me: aMe('adult', { isSubscribed: true }) },
    { kind: 'buy', label: 'チケットを購入', ticket: paid },
  ],
])('sells %s the cheapest ticket open to them when all tickets have a price', (_who, given, expected) => {
  expect(setUp({ ...given, event: { tickets: [paid, student] } })).toEqual(expected);
});

it.each<[string, ClassroomEvent['tickets'], Parameters<typeof setUp>[0]['me'], CallToAction]>([
  ['an adult, for free', [paid, free], aMe('adult'), { kind: 'apply', label: '参加する', ticket: free }],
  ['a student, for free', [free], aMe('student'), { kind: 'apply', label: '参加する', ticket: free }],
  [
    'the waiting list of a full event',
    [{ ...paid, sold: 100 }],
    aMe('adult'),
    { kind: 'wait', label: 'キャンセル待ちに登録', ticket: { ...paid, sold: 100 } },
  ],
])('offers entry to %s', (_who, tickets, me, expected) => {
  expect(setUp({ event: { tickets }, me })).toEqual(expected);
});

const premium = aTicketType({ id: 'premium', kind: 'premium', price: 0 });
const ONLY_PLANS = 'このイベントは、プラン会員の方のみお申し込みいただけます。';
it.each<[string, Parameters<typeof setUp>[0], CallToAction]>([
  ['an adult', {}, { kind: 'subscribe', label: 'プランに登録', reason: ONLY_PLANS }],
  ['a student', { me: aMe('student') }, { kind: 'subscribe', label: 'プランに登録', reason: ONLY_PLANS }],
  [
    'no child',
    { me: aMe('child') },
    { kind: 'closed', reason: 'このイベントには、12歳以下の方がお申し込みいただける席がありません。' },
  ],
  ['nobody once the service is closed', { isClosed: true }, { kind: 'closed', reason: ONLY_PLANS }],
])('leads %s to the plans when seats are for their subscribers only', (_who, given, expected) => {
  expect(setUp({ ...given, event: { tickets: [premium] } })).toEqual(expected);
});

it.each<[string, Partial<ClassroomEvent>, string | null]>([
  ['nothing more when seats are free of charge', { tickets: [free] }, null],
  ['nothing more when tickets have a price', { tickets: [paid] }, null],
  [
    'that there is a waiting list',
    { tickets: [{ ...paid, sold: 100 }] },
    '満席です。ログインすると、キャンセル待ちに登録できます。',
  ],
  [
    'where to use a code',
    { tickets: [aTicketType({ kind: 'invited' })] },
    'このイベントは招待された方のみご参加いただけます。招待コードは、ログインのあとにお使いいただけます。',
  ],
])('leads a visitor to sign-up and explains %s', (_what, event, reason) => {
  expect(setUp({ event, me: aMe('anonymous') })).toEqual({ kind: 'signUp', label: 'アカウントを作成', reason });
});

it.each<[string, Partial<ClassroomEvent>, CallToAction]>([
  ['a cancelled event', { state: 'cancelled' }, { kind: 'closed', reason: 'このイベントは中止になりました。' }],
  ['an ended event', { state: 'ended' }, { kind: 'closed', reason: 'このイベントは終了しました。' }],
  ['an archived event', { state: 'archived' }, { kind: 'closed', reason: 'このイベントは終了しました。' }],
  ['an event past its end', { endAt: inMinutes(-1) }, { kind: 'closed', reason: 'このイベントは終了しました。' }],
  [
    'an ended sale',
    { tickets: [aTicketType({ saleEndAt: ENDED })] },
    { kind: 'closed', reason: `お申し込みの受付は<${ENDED}>に終了しました。` },
  ],
])('offers no seat to anyone for %s', (_case, event, expected) => {
  expect(setUp({ event })).toEqual(expected);
  expect(setUp({ event, me: aMe('anonymous') })).toEqual(expected);
});

it('shows an existing participation, and the entry link once entry is open', () => {
  const myParticipation = aParticipation();
  expect(setUp({ event: { myParticipation } })).toEqual({ kind: 'mine' });
  expect(setUp({ event: { myParticipation: { ...myParticipation, state: 'waitlisted' } } })).toEqual({ kind: 'mine' });
  expect(setUp({ event: { myParticipation: { ...myParticipation, joinUrl: '/classrooms/cls_1?key=k' } } })).toEqual({
    kind: 'enter',
    label: '参加する',
    path: '/classrooms/cls_1?key=k',
  });
});

it.each(['cancelled', 'expired', 'refund_pending', 'refunded'] as const)(
  'offers a seat again when the previous participation is %s',
  (state) => {
    const myParticipation = aParticipation({ state });
    expect(setUp({ event: { tickets: [free], myParticipation } }).kind).toBe('apply');
  },
);

it('shows the organizer the management tools, even for a cancelled event', () => {
  const event = anEvent();
  expect(setUp({ event, me: aMe('professional', { id: event.organizer.id }) })).toEqual({ kind: 'organize' });
});

it.each([
  ['a visitor', aMe('anonymous'), 'アカウントを作成'],
  ['an adult', aMe('adult'), '参加する'],
])('offers %s a disabled button once the service itself is closed', (_who, me, label) => {
  expect(setUp({ me, isClosed: true, event: { tickets: [free] } })).toMatchObject({
    kind: 'waiting',
    label,
    reason: '本サービスは終了したため、この操作はできません。',
  });
});

describe('after an event whose archive is sold', () => {
  const archiveTicket = anArchiveTicket();
  const over = { state: 'archived', endAt: ENDED, archiveId: 'arc_1', archiveTicket } as const;
  const closed: CallToAction = { kind: 'closed', reason: 'このイベントは終了しました。' };

  it.each<[string, Parameters<typeof setUp>[0], CallToAction]>([
    ['whoever missed it', {}, { kind: 'archive', label: '視聴チケットを購入', ticket: archiveTicket }],
    ['a visitor', { me: aMe('anonymous') }, { kind: 'archive', label: '視聴チケットを購入', ticket: archiveTicket }],
    [
      'somebody about to pay',
      { event: { myParticipation: aParticipation({ route: 'archive', state: 'held' }) } },
      { kind: 'archive', label: 'お支払いの画面を開く', ticket: archiveTicket },
    ],
    ['nobody of 12 or under', { me: aMe('child') }, closed],
    ['nobody who had a seat', { event: { myParticipation: aParticipation({ state: 'joined' }) } }, closed],
    ['nobody while it is not sold', { event: { archiveTicket: { ...archiveTicket, saleEndAt: ENDED } } }, closed],
  ])('offers it to %s', (_who, { event, ...given }, expected) => {
    expect(setUp({ ...given, event: { ...over, ...event } })).toEqual(expected);
  });
});
