import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { aMe, anEvent, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
import { callToAction, type CallToAction } from './call-to-action';

const setUp = ({ event = {}, me = aMe(), isClosed = false }: { event?: Partial<ClassroomEvent>; me?: Parameters<typeof callToAction>[1]; isClosed?: boolean }) =>
  callToAction(anEvent(event), me, { now: new Date(), isClosed, sayMoment: (moment) => `<${moment.toISOString()}>` });

const soon = 'お申し込みはまもなく始まります。';

const ENDED = inMinutes(-10);
const SOON = inMinutes(60);
const LATER = inMinutes(120);

it.each<[string, Parameters<typeof setUp>[0], CallToAction]>([
  ['a visitor to make an account', { me: aMe('anonymous') }, { kind: 'signUp', label: 'アカウントを作成' }],
  ['an adult to wait for the sale', {}, { kind: 'waiting', label: 'チケットを購入', reason: soon }],
  ['a student to wait for plans', { me: aMe('student') }, { kind: 'waiting', label: 'プランに登録', reason: soon }],
  ['an adult who comes late not to hope for a beginning', { event: { state: 'live' } }, { kind: 'waiting', label: 'チケットを購入', reason: 'このイベントは開催中です。お申し込みの受付は準備中です。' }],
  ['a subscriber to wait for the doors', { me: aMe('adult', { isSubscribed: true }) }, { kind: 'waiting', label: '参加する', reason: soon }],
])('asks %s', (_who, given, expected) => {
  expect(setUp(given)).toEqual(expected);
});

it.each<[string, Partial<ClassroomEvent>, CallToAction]>([
  ['a cancelled event', { state: 'cancelled' }, { kind: 'closed', reason: 'このイベントは中止になりました。' }],
  ['an ended event', { state: 'ended' }, { kind: 'closed', reason: 'このイベントは終了しました。' }],
  ['an archived event', { state: 'archived' }, { kind: 'closed', reason: 'このイベントは終了しました。アーカイブを公開しています。' }],
  ['an event whose end has passed', { endAt: inMinutes(-1) }, { kind: 'closed', reason: 'このイベントは終了しました。' }],
  ['a full event', { tickets: [aTicketType({ sold: 100 })] }, { kind: 'closed', reason: '満席のため、お申し込みの受付を終了しました。' }],
  ['an event by invitation', { tickets: [aTicketType({ kind: 'invited' })] }, { kind: 'closed', reason: 'このイベントは招待された方のみご参加いただけます。' }],
  ['a sale that is over', { tickets: [aTicketType({ saleEndAt: ENDED })] }, { kind: 'closed', reason: `お申し込みの受付は<${ENDED}>に終了しました。` }],
])('offers nobody a seat at %s', (_case, event, expected) => {
  expect(setUp({ event })).toEqual(expected);
  expect(setUp({ event, me: aMe('anonymous') })).toEqual(expected);
});

it('names the first moment of a sale to come, and still offers a visitor an account', () => {
  const tickets = [aTicketType({ saleStartAt: LATER }), aTicketType({ kind: 'student', saleStartAt: SOON })];
  expect(setUp({ event: { tickets } })).toEqual({ kind: 'waiting', label: 'チケットを購入', reason: `お申し込みは<${SOON}>に始まります。` });
  expect(setUp({ event: { tickets }, me: aMe('anonymous') })).toEqual({ kind: 'signUp', label: 'アカウントを作成' });
});

it('tells somebody with a seat so, and the organizer that it is their own', () => {
  const myParticipation = {
    id: 'par_1', eventId: 'evt_galaxy', ticketTypeId: 'tkt_general', userId: 'usr_me', guestEmail: null, route: 'general', state: 'confirmed',
    paymentIntentId: null, amount: 1500, holdExpiresAt: null, joinUrl: null, icsUrl: '', createdAt: inMinutes(-1),
  } as const;
  expect(setUp({ event: { myParticipation } })).toEqual({ kind: 'closed', reason: 'お申し込みは完了しています。' });
  expect(setUp({ event: { myParticipation: { ...myParticipation, state: 'cancelled' } } }).kind).toBe('waiting');
  expect(setUp({ event: { myParticipation: { ...myParticipation, joinUrl: '/classrooms/cls_1?key=k' } } }))
    .toEqual({ kind: 'enter', label: '参加する', path: '/classrooms/cls_1?key=k' });
  const event = anEvent();
  expect(setUp({ event, me: aMe('professional', { id: event.organizer.id }) })).toEqual({ kind: 'closed', reason: 'ご自身が主催するイベントです。' });
});

it('offers no account once the service itself is closed', () => {
  expect(setUp({ me: aMe('anonymous'), isClosed: true })).toEqual({ kind: 'waiting', label: 'アカウントを作成', reason: '本サービスは終了したため、この操作はできません。' });
});
