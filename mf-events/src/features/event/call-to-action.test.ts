import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { aMe, anEvent, aParticipation, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';

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

const notHere = 'イベントへのお申し込みは、まだこのページからはできません。';

const ENDED = inMinutes(-10);
const SOON = inMinutes(60);

it.each<[string, Parameters<typeof setUp>[0], CallToAction]>([
  [
    'a visitor, who can make an account',
    { me: aMe('anonymous') },
    { kind: 'signUp', label: 'アカウントを作成', reason: notHere },
  ],
  ['an adult', {}, { kind: 'waiting', label: 'チケットを購入', reason: notHere }],
  ['a student', { me: aMe('student') }, { kind: 'waiting', label: 'プランに登録', reason: notHere }],
  [
    'a subscriber',
    { me: aMe('adult', { isSubscribed: true }) },
    { kind: 'waiting', label: '参加する', reason: notHere },
  ],
  [
    'somebody who comes while it runs',
    { event: { state: 'live' } },
    { kind: 'waiting', label: 'チケットを購入', reason: notHere },
  ],
  [
    'somebody who comes before the sale',
    { event: { tickets: [aTicketType({ saleStartAt: SOON })] } },
    { kind: 'waiting', label: 'チケットを購入', reason: notHere },
  ],
])('tells %s that nobody can apply here yet, while there are seats', (_who, given, expected) => {
  expect(setUp(given)).toEqual(expected);
});

it.each<[string, Partial<ClassroomEvent>, CallToAction]>([
  ['a cancelled event', { state: 'cancelled' }, { kind: 'closed', reason: 'このイベントは中止になりました。' }],
  ['an ended event', { state: 'ended' }, { kind: 'closed', reason: 'このイベントは終了しました。' }],
  ['an archived event', { state: 'archived' }, { kind: 'closed', reason: 'このイベントは終了しました。' }],
  [
    'an event whose end has passed',
    { endAt: inMinutes(-1) },
    { kind: 'closed', reason: 'このイベントは終了しました。' },
  ],
  [
    'a full event',
    { tickets: [aTicketType({ sold: 100 })] },
    { kind: 'closed', reason: '満席のため、お申し込みの受付を終了しました。' },
  ],
  [
    'an event by invitation',
    { tickets: [aTicketType({ kind: 'invited' })] },
    { kind: 'closed', reason: 'このイベントは招待された方のみご参加いただけます。' },
  ],
  [
    'a sale that is over',
    { tickets: [aTicketType({ saleEndAt: ENDED })] },
    { kind: 'closed', reason: `お申し込みの受付は<${ENDED}>に終了しました。` },
  ],
])('offers nobody a seat at %s', (_case, event, expected) => {
  expect(setUp({ event })).toEqual(expected);
  expect(setUp({ event, me: aMe('anonymous') })).toEqual(expected);
});

it('tells somebody with a seat so, and the organizer that it is their own', () => {
  const myParticipation = aParticipation();
  expect(setUp({ event: { myParticipation } })).toEqual({ kind: 'closed', reason: 'お申し込みは完了しています。' });
  expect(setUp({ event: { myParticipation: { ...myParticipation, state: 'cancelled' } } }).kind).toBe('waiting');
  expect(setUp({ event: { myParticipation: { ...myParticipation, joinUrl: '/classrooms/cls_1?key=k' } } })).toEqual({
    kind: 'enter',
    label: '参加する',
    path: '/classrooms/cls_1?key=k',
  });
  const event = anEvent();
  expect(setUp({ event, me: aMe('professional', { id: event.organizer.id }) })).toEqual({
    kind: 'closed',
    reason: 'ご自身が主催するイベントです。',
  });
});

it('offers no account once the service itself is closed', () => {
  expect(setUp({ me: aMe('anonymous'), isClosed: true })).toEqual({
    kind: 'waiting',
    label: 'アカウントを作成',
    reason: '本サービスは終了したため、この操作はできません。',
  });
});
