import { randomUUID } from 'node:crypto';

import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import type { MediaToken } from '@manabiba/shared/contract/media';
import type { EventRole, SeriesRole } from '@manabiba/shared/contract/team-rights';

import { insertArchive } from './modules/archives/testing/insert-archive';
import { aBoardElement, insertBoard } from './modules/classrooms/board/testing/board-rows';
import { insertSplit } from './modules/classrooms/groups/testing/insert-split';
import { insertMaterial, insertPdf } from './modules/classrooms/materials/testing/insert-material';
import { insertPoll } from './modules/classrooms/polls/testing/insert-poll';
import { insertHostMessage } from './modules/host-messages/testing/insert-host-message';
import { insertSeatOffer } from './modules/participations/transfers/testing/insert-seat-offer';
import { insertRating } from './modules/ratings/testing/insert-rating';
import { insertCertificate, insertPaidSeries, insertSeries } from './modules/series/testing/insert-series';
import { fillPlans } from './modules/subscriptions/plans/first-plans';
import { insertMember, insertTeamInvitation } from './modules/teams/testing/insert-member';
import { insertGuestTicket } from './testing/guest-tickets';
import { testMedia } from './testing/media/test-media';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertComment,
  insertEvent,
  insertInvitation,
  insertLiveRoom,
  insertParticipant,
  insertParticipation,
  insertQuestion,
  insertReservation,
  insertTicketType,
} from './testing/rows';
import { type PayingApp, startPayingApp } from './testing/start-paying-app';
import type { Caller, TestAnswer, TestClient } from './testing/start-test-app';
import { emailOf, keepPeople, type PersonName, testPassword, testSchool } from './testing/test-people';

/*
 * The access matrix, row by row: which caller gets which answer. Columns are A anonymous, Ad adult, S student, U 12 or
 * under, P pupil of a partner school, Pr professional, H host and C co-host of the room, Sub subscriber. An answer is a
 * status with its error code, plus a role where that matters.
 */
const columns = {
  A: 'anonymous',
  Ad: 'adult',
  S: 'student',
  U: 'child',
  P: 'school',
  Pr: 'professional',
  H: 'otherAdult',
  C: 'otherStudent',
  Sub: 'subscriber',
} as const satisfies Record<string, Caller>;
type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];
const people: readonly Column[] = names.filter((name) => name !== 'A');

type Cells = Partial<Record<Column | 'all' | 'signedIn', string>>;

interface Where {
  /** Contains only its host. */
  scheduled: string;
  live: string;
  /** Live; every caller of the matrix is in it, plus `staff` as the target of moderation calls. */
  inside: string;
  secret: string;
  /** For students only. */
  ofStudents: string;
  ofStudentsLive: string;
  comment: string;
  idToken: string;
  inviteCode: string;
  /** Has ticket types of every kind; H is its organizer. */
  event: string;
  /** Every signed-in caller has a participation in it. */
  ownEvent: string;
  /** The professional's draft, with one ticket type. */
  draft: string;
  ticketType: string;
  /** Sells a ticket for 1,500 yen. */
  paidEvent: string;
  paidTicket: string;
  /** Opens the ticket of a guest without an account. */
  guestToken: string;
  /** Hosted by H, open to everybody. */
  archive: string;
  /** Hosted by H, for subscribers. */
  lockedArchive: string;
}
interface AnswerBody {
  role?: string;
  grants?: MediaToken['grants'];
}
interface Row {
  row: number | 'ext';
  call: keyof typeof contract;
  about?: string;
  send: (client: TestClient, where: Where, me: string) => Promise<TestAnswer>;
  cells: Cells;
  /** The part of the response body shown beside the status. */
  shows?: (body: AnswerBody) => string | undefined;
}

const room = (id: string, rest = '') => `/classrooms/${id}${rest}`;
const joining = { recordingConsent: true, deviceId: 'd1' };
const quiet = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
const unauthenticated = '401 unauthenticated';
const guests = (answer: string): Cells => ({
  A: answer,
  Ad: answer,
  S: answer,
  U: answer,
  P: answer,
  Pr: answer,
  Sub: answer,
});
const onlyModerators = (success: string): Cells => ({
  ...guests('403 role_required'),
  A: unauthenticated,
  H: success,
  C: success,
});
const onlyHost = (success: string): Cells => ({
  ...guests('403 not_owner'),
  A: unauthenticated,
  H: success,
  C: '403 not_owner',
});
const aPoll = {
  kind: 'single',
  question: 'いちばん近い恒星は?',
  options: ['太陽', 'ベガ'],
  correct: [0],
  isNamed: false,
  seconds: null,
};
const draftPoll = (id: string) => insertPoll(api.db, { classroom_id: id });
const aBoard = { isOpen: true, access: 'everyone', drawerIds: [] };
/** Opens an empty board for everyone. Returns its epoch. */
async function openBoard(id: string): Promise<number> {
  await api.db.deleteFrom('classroom_boards').where('classroom_id', '=', id).execute();
  await insertBoard(api.db, { classroom_id: id });
  return 0;
}
const openPoll = (id: string, given: Partial<Parameters<typeof insertPoll>[1]> = {}) =>
  insertPoll(api.db, { classroom_id: id, opened_at: api.clock.now(), ...given });
const divided = async (id: string, userIds: readonly string[] = []) =>
  insertSplit(api.db, id, { userIds, now: api.clock.now() });
const aLink = { kind: 'link', title: '星図', url: 'https://stars.example/map' };
/** A question of somebody who calls nothing. */
const asked = (inside: string) => insertQuestion(api.db, { classroom_id: inside, user_id: api.people.staff });
/** A rating of somebody who calls nothing. */
async function rated(inside: string): Promise<string> {
  await api.db.deleteFrom('ratings').execute();
  const author = { user_id: api.people.staff, host_id: api.people.otherAdult };
  return insertRating(api, { ...author, classroom_id: inside });
}
/** A message to those who have a seat in this event. */
async function written(eventId: string): Promise<string> {
  await api.db.deleteFrom('host_messages').execute();
  return insertHostMessage(api, { event_id: eventId });
}
/** A series of H with no date. */
const aSeries = async () => (await insertSeries(api.db, { host_id: api.people.otherAdult })).id;
const aPaidSeries = () => insertPaidSeries(api, { host_id: api.people.otherAdult });
const hostedByH = () => insertClassroom(api.db, { host_id: api.people.otherAdult });
/** A series of H of whose team the caller is a member, unless it is theirs. */
async function helpedSeries(me: string, roles: SeriesRole[]): Promise<string> {
  const id = await aSeries();
  if (me !== api.people.anonymous && me !== api.people.otherAdult)
    await insertMember(api, { series_id: id, user_id: me, roles });
  return id;
}
const invitedToSeries = (id: string) => insertTeamInvitation(api, { series_id: id });
/** For the host and the team of a series, which neither children nor accounts of schools have. */
const seriesTeam = (ofMember: string, ofHost: string): Cells => ({
  A: unauthenticated,
  signedIn: ofMember,
  U: '403 age_restricted',
  P: '403 email_account_only',
  H: ofHost,
});
/** A call of a series that its host and members with the role `edit` may make. */
const ofEditor = (call: Row['call'], send: (client: TestClient, id: string) => ReturnType<Row['send']>): Row => ({
  row: 'ext',
  call,
  about: 'with the role of editing',
  send: async (client, _where, me) => send(client, await helpedSeries(me, ['edit'])),
  cells: { A: unauthenticated, signedIn: '204' },
});
/** The same with the other role. */
const ofReader = (call: Row['call'], send: (client: TestClient, id: string) => ReturnType<Row['send']>): Row => ({
  ...ofEditor(call, send),
  about: 'with the role of attendance',
  send: async (client, _where, me) => send(client, await helpedSeries(me, ['attendance'])),
  cells: { A: unauthenticated, signedIn: '403 role_required', H: '204' },
});
const changeSeries = (client: TestClient, id: string) => client.patch(`/series/${id}`, { title: '銀河を学ぶ' });
const addDate = async (client: TestClient, id: string) =>
  client.post(`/series/${id}/dates`, { classroomIds: [await hostedByH()] });
const removeDate = (client: TestClient, id: string) => client.delete(`/series/${id}/dates/cls_none`);
/** A series of H whose only date somebody attended. */
async function attendedSeries(userId: string): Promise<string> {
  const over = { state: 'ended', ended_at: api.clock.now() } as const;
  const { id, dates } = await insertSeries(api.db, { host_id: api.people.otherAdult }, [over]);
  if (userId !== api.people.anonymous && userId !== api.people.otherAdult)
    await insertClassroomUser(api.db, {
      classroom_id: dates[0] ?? '',
      user_id: userId,
      role: 'listener',
      joined_at: api.clock.now(),
    });
  return id;
}
const aCertificate = async () => insertCertificate(api, await aSeries());
const target = () => api.people.staff;
/** Ends a room that all callers were in. Returns its id. */
async function ended(id: string): Promise<string> {
  await api.db
    .updateTable('classrooms')
    .set({ state: 'ended', ended_at: api.clock.now() })
    .where('id', '=', id)
    .execute();
  return id;
}
const grantNames = {
  subscribe: 'hear',
  publishMic: 'mic',
  publishCamera: 'camera',
  publishScreen: 'screen',
  publishData: 'data',
} as const satisfies Record<keyof MediaToken['grants'], string>;
const grantsOf = ({ grants }: AnswerBody) =>
  (Object.keys(grantNames) as (keyof MediaToken['grants'])[])
    .filter((name) => grants?.[name])
    .map((name) => grantNames[name])
    .join(' ');
const newcomer = () => ({
  email: `${randomUUID()}@example.test`,
  password: testPassword,
  nickname: '花子',
  birthDate: '1990-04-12',
  agreeTerms: true,
});
const aClassroom = () => ({
  name: '数学',
  categoryId: 'cat_math',
  startAt: new Date(Date.now() + 3_600_000).toISOString(),
  allUsers: true,
  audienceMode: false,
  privateMode: false,
});

const classroomRows: Row[] = [
  { row: 25, call: 'listClassrooms', send: (client) => client.get('/classrooms'), cells: { all: '200' } },
  {
    row: 'ext',
    call: 'listMyClassrooms',
    send: (client) => client.get('/me/classrooms'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'getHostFigures',
    send: (client) => client.get('/me/host_figures'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listClassFigures',
    send: (client) => client.get('/me/host_figures/classrooms'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listArchiveFigures',
    send: (client) => client.get('/me/host_figures/archives'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listMySeries',
    send: (client) => client.get('/me/series'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'createSeries',
    send: (client) => client.post('/series', { title: '星を学ぶ', categoryId: 'cat_math' }),
    cells: { A: unauthenticated, signedIn: '201', U: '403 age_restricted' },
  },
  {
    row: 'ext',
    call: 'getSeries',
    send: async (client) => client.get(`/series/${await aSeries()}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'updateSeries',
    send: async (client) => client.patch(`/series/${await aSeries()}`, { title: '銀河を学ぶ' }),
    cells: onlyHost('204'),
  },
  {
    row: 'ext',
    call: 'endSeries',
    send: async (client) => client.post(`/series/${await aSeries()}/end`),
    cells: onlyHost('204'),
  },
  {
    row: 'ext',
    call: 'addSeriesDates',
    send: async (client) => client.post(`/series/${await aSeries()}/dates`, { classroomIds: [await hostedByH()] }),
    cells: onlyHost('204'),
  },
  {
    row: 'ext',
    call: 'removeSeriesDate',
    send: async (client) => client.delete(`/series/${await aSeries()}/dates/cls_none`),
    cells: onlyHost('204'),
  },
  {
    row: 'ext',
    call: 'reserveSeries',
    send: async (client) => client.post(`/series/${await aSeries()}/reservations`),
    cells: { A: unauthenticated, signedIn: '200', H: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'cancelSeriesReservations',
    send: async (client) => client.delete(`/series/${await aSeries()}/reservations`),
    cells: { A: unauthenticated, signedIn: '200', H: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'issueCertificate',
    about: 'to those who were there',
    send: async (client, _where, me) =>
      client.post(`/series/${await attendedSeries(me)}/certificate`, { name: '山田 花子' }),
    cells: { A: unauthenticated, signedIn: '201', H: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'getCertificate',
    send: async (client) => client.get(`/certificates/${await aCertificate()}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'reportSeries',
    send: async (client) => client.post(`/series/${await aSeries()}/report`, { reason: 'abuse' }),
    cells: { A: unauthenticated, signedIn: '200', H: '422 invalid' },
  },
  ofEditor('updateSeries', changeSeries),
  ofEditor('addSeriesDates', addDate),
  ofEditor('removeSeriesDate', removeDate),
  ofReader('updateSeries', changeSeries),
  ofReader('addSeriesDates', addDate),
  ofReader('removeSeriesDate', removeDate),
  {
    row: 'ext',
    call: 'endSeries',
    about: 'with every role',
    send: async (client, _where, me) => client.post(`/series/${await helpedSeries(me, ['edit', 'attendance'])}/end`),
    cells: { A: unauthenticated, signedIn: '403 role_required', H: '204' },
  },
  {
    row: 'ext',
    call: 'listSeriesTeam',
    send: async (client) => client.get(`/series/${await aSeries()}/team`),
    cells: seriesTeam('404 not_found', '200'),
  },
  {
    row: 'ext',
    call: 'listSeriesTeam',
    about: 'as a member',
    send: async (client, _where, me) => client.get(`/series/${await helpedSeries(me, ['attendance'])}/team`),
    cells: seriesTeam('200', '200'),
  },
  {
    row: 'ext',
    call: 'listSeriesLog',
    send: async (client) => client.get(`/series/${await aSeries()}/team/log`),
    cells: seriesTeam('404 not_found', '200'),
  },
  {
    row: 'ext',
    call: 'listSeriesLog',
    about: 'as a member',
    send: async (client, _where, me) => client.get(`/series/${await helpedSeries(me, ['attendance'])}/team/log`),
    cells: seriesTeam('200', '200'),
  },
  {
    row: 'ext',
    call: 'inviteSeriesMember',
    send: async (client) =>
      client.post(`/series/${await aSeries()}/team`, { email: 'new@example.test', roles: ['edit'] }),
    cells: seriesTeam('404 not_found', '201'),
  },
  {
    row: 'ext',
    call: 'inviteSeriesMember',
    about: 'with every role',
    send: async (client, _where, me) =>
      client.post(`/series/${await helpedSeries(me, ['edit', 'attendance'])}/team`, {
        email: 'new@example.test',
        roles: ['edit'],
      }),
    cells: seriesTeam('403 role_required', '201'),
  },
  {
    row: 'ext',
    call: 'updateSeriesMember',
    send: async (client, _where, me) => {
      const id = await helpedSeries(me, ['edit', 'attendance']);
      return client.put(`/series/${id}/team/${(await invitedToSeries(id)).id}`, { roles: ['attendance'] });
    },
    cells: seriesTeam('403 role_required', '200'),
  },
  {
    row: 'ext',
    call: 'removeSeriesMember',
    send: async (client, _where, me) => {
      const id = await helpedSeries(me, ['edit', 'attendance']);
      return client.delete(`/series/${id}/team/${(await invitedToSeries(id)).id}`);
    },
    cells: seriesTeam('403 role_required', '204'),
  },
  {
    row: 26,
    call: 'createClassroom',
    send: (client) => client.post('/classrooms', aClassroom()),
    cells: { A: unauthenticated, signedIn: '201', U: '403 age_restricted' },
  },
  { row: 27, call: 'getClassroom', send: (client, { live }) => client.get(room(live)), cells: { all: '200' } },
  {
    row: 27,
    call: 'getClassroom',
    about: 'a private one',
    send: (client, { secret }) => client.get(room(secret)),
    cells: { ...guests('404 not_found'), H: '200', C: '200' },
  },
  {
    row: 27,
    call: 'getClassroom',
    about: 'a private one with its key',
    send: (client, { secret }) => client.get(room(secret, '?key=key-of-the-room')),
    cells: { all: '200' },
  },
  {
    row: 28,
    call: 'updateClassroom',
    send: (client, { scheduled }) => client.patch(room(scheduled), { name: '新しい題' }),
    cells: onlyHost('200'),
  },
  {
    row: 28,
    call: 'updateClassroom',
    about: 'its lock',
    send: (client, { inside }) => client.patch(room(inside), { locked: true }),
    cells: { ...onlyHost('200'), C: '200' },
  },
  {
    row: 29,
    call: 'deleteClassroom',
    send: (client, { scheduled }) => client.delete(room(scheduled)),
    cells: onlyHost('204'),
  },
  {
    row: 30,
    call: 'listClassroomComments',
    send: (client, { inside }) => client.get(room(inside, '/comments')),
    cells: { all: '200' },
  },
  {
    row: 31,
    call: 'createClassroomComment',
    send: (client, { inside }) => client.post(room(inside, '/comments'), { body: 'あ' }),
    cells: { A: unauthenticated, signedIn: '201', U: '403 age_restricted' },
  },
  {
    row: 32,
    call: 'deleteClassroomComment',
    send: (client, { inside, comment }) => client.delete(room(inside, `/comments/${comment}`)),
    cells: { A: unauthenticated, signedIn: '403 not_owner', U: '403 age_restricted', H: '204', C: '204' },
  },
  {
    row: 33,
    call: 'reportClassroomComment',
    send: (client, { inside, comment }) =>
      client.post(room(inside, `/comments/${comment}/report`), { reason: 'abuse' }),
    cells: { all: '201' },
  },
  {
    row: 34,
    call: 'generateCameraToken',
    send: (client, { inside }) => client.get(room(inside, '/generate_camera_token')),
    shows: grantsOf,
    cells: { A: '403 role_required', signedIn: '200 camera', U: '403 age_restricted' },
  },
  {
    row: 34,
    call: 'generateCameraToken',
    about: 'from outside',
    send: (client, { live }) => client.get(room(live, '/generate_camera_token')),
    shows: grantsOf,
    cells: { ...guests('403 role_required'), U: '403 age_restricted', H: '200 camera', C: '409 not_joined' },
  },
  {
    row: 35,
    call: 'generateToken',
    send: (client, { inside }) => client.get(room(inside, '/generate_token')),
    shows: grantsOf,
    cells: { A: '200 hear', signedIn: '200 hear mic data', U: '200 hear' },
  },
  {
    row: 35,
    call: 'generateToken',
    about: 'from outside',
    send: (client, { live }) => client.get(room(live, '/generate_token')),
    shows: grantsOf,
    cells: { all: '409 not_joined', H: '200 hear mic data' },
  },
  {
    row: 35,
    call: 'generateToken',
    about: 'of students only, from outside',
    send: (client, { ofStudentsLive }) => client.get(room(ofStudentsLive, '/generate_token')),
    shows: grantsOf,
    cells: {
      A: unauthenticated,
      Ad: '403 audience_restricted',
      S: '409 not_joined',
      U: '409 not_joined',
      P: '409 not_joined',
      Pr: '403 audience_restricted',
      H: '200 hear mic data',
      C: '409 not_joined',
      Sub: '403 audience_restricted',
    },
  },
  {
    row: 35,
    call: 'generateToken',
    about: 'of a private one, from outside',
    send: (client, { secret }) => client.get(room(secret, '/generate_token')),
    cells: { ...guests('404 not_found'), H: '409 not_open', C: '409 not_open' },
  },
  {
    row: 36,
    call: 'generateVideoToken',
    send: (client, { inside }) => client.get(room(inside, '/generate_video_token')),
    shows: grantsOf,
    cells: { A: '403 role_required', signedIn: '200 screen', U: '403 age_restricted' },
  },
  {
    row: 36,
    call: 'generateVideoToken',
    about: 'from outside',
    send: (client, { live }) => client.get(room(live, '/generate_video_token')),
    shows: grantsOf,
    cells: { ...guests('403 role_required'), U: '403 age_restricted', H: '200 screen', C: '409 not_joined' },
  },
  {
    row: 37,
    call: 'prepareClassroom',
    send: (client, { live }) => client.get(room(live, '/prepare')),
    cells: { all: '200' },
  },
  {
    row: 38,
    call: 'getClassroomLink',
    send: (client, { inside }) => client.get(room(inside, '/link')),
    cells: onlyModerators('200'),
  },
  {
    row: 39,
    call: 'shareClassroom',
    send: (client, { live }) => client.get(room(live, '/share')),
    cells: { all: '200' },
  },
  {
    row: 39,
    call: 'shareClassroom',
    about: 'a private one',
    send: (client, { secret }) => client.get(room(secret, '/share?key=key-of-the-room')),
    cells: { ...guests('403 role_required'), H: '200', C: '200' },
  },
  {
    row: 40,
    call: 'createReservation',
    send: (client, { scheduled }) => client.post(room(scheduled, '/reservations'), {}),
    cells: { A: unauthenticated, signedIn: '201', H: '409 conflict' },
  },
  {
    row: 40,
    call: 'createReservation',
    about: 'of students only',
    send: (client, { ofStudents }) => client.post(room(ofStudents, '/reservations'), {}),
    cells: {
      A: unauthenticated,
      Ad: '403 audience_restricted',
      S: '201',
      U: '201',
      P: '201',
      Pr: '403 audience_restricted',
      H: '409 conflict',
      C: '201',
      Sub: '403 audience_restricted',
    },
  },
  {
    row: 'ext',
    call: 'listReservers',
    send: (client, { scheduled }) => client.get(room(scheduled, '/reservations')),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'listReservers',
    about: 'of a private one',
    send: (client, { secret }) => client.get(room(secret, '/reservations')),
    cells: { ...guests('404 not_found'), H: '200', C: '200' },
  },
  {
    row: 41,
    call: 'deleteReservation',
    send: (client, { scheduled }) => client.delete(room(scheduled, '/reservations')),
    cells: { A: unauthenticated, signedIn: '200', H: '409 conflict' },
  },
  {
    row: 42,
    call: 'joinClassroom',
    send: (client, { live }) => client.post(room(live, '/join'), { ...joining, takeOver: true }),
    shows: ({ role }) => role,
    cells: { signedIn: '200 speaker', A: '200 listener', U: '200 listener', H: '200 host', C: '200 co_host' },
  },
  {
    row: 42,
    call: 'joinClassroom',
    about: 'of students only',
    send: (client, { ofStudentsLive }) => client.post(room(ofStudentsLive, '/join'), { ...joining, takeOver: true }),
    shows: ({ role }) => role,
    cells: {
      A: unauthenticated,
      Ad: '403 audience_restricted',
      S: '200 speaker',
      U: '200 listener',
      P: '200 speaker',
      Pr: '403 audience_restricted',
      H: '200 host',
      C: '200 speaker',
      Sub: '403 audience_restricted',
    },
  },
  {
    row: 42,
    call: 'joinClassroom',
    about: 'before it is open',
    send: (client, { scheduled }) => client.post(room(scheduled, '/join'), joining),
    cells: { all: '409 not_open' },
  },
  {
    row: 43,
    call: 'leaveClassroom',
    send: (client, { inside }) => client.delete(room(inside, '/leave')),
    cells: { all: '204' },
  },
  {
    row: 44,
    call: 'updateMuting',
    send: (client, { inside }) => client.patch(room(inside, '/muting'), { muted: false }),
    cells: { A: '403 role_required', signedIn: '200', U: '403 age_restricted' },
  },
  {
    row: 44,
    call: 'updateMuting',
    about: 'of another',
    send: (client, { inside }) => client.patch(room(inside, '/muting'), { userId: target(), muted: true }),
    cells: { ...guests('403 role_required'), U: '403 age_restricted', H: '200', C: '200' },
  },
  {
    row: 44,
    call: 'updateMuting',
    about: 'of the host',
    send: (client, { inside }) => client.patch(room(inside, '/muting'), { userId: api.people.otherAdult, muted: true }),
    cells: { ...guests('403 role_required'), U: '403 age_restricted', H: '200', C: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'updateRecordingConsent',
    send: (client, { inside }) => client.put(room(inside, '/recording_consent'), { agrees: true }),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'addCaptionLine',
    about: 'in a room that is not recorded',
    send: (client, { inside }) => client.post(room(inside, '/caption_lines'), { text: 'はい', spokenForMs: 900 }),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'putLiveFrame',
    about: 'that is no image',
    send: (client, { inside }) => client.put(room(inside, '/live_frame'), { image: 'AAAA' }),
    cells: { A: unauthenticated, signedIn: '403 role_required', H: '422 invalid' },
  },
  {
    row: 'ext',
    call: 'deleteLiveFrame',
    send: (client, { inside }) => client.delete(room(inside, '/live_frame')),
    cells: { A: unauthenticated, signedIn: '403 role_required', H: '204' },
  },
  {
    row: 45,
    call: 'sendReaction',
    send: (client, { inside }) => client.post(room(inside, '/reactions'), { reactionName: 'clap' }),
    cells: { all: '200' },
  },
  {
    row: 45,
    call: 'sendReaction',
    about: 'a raised hand',
    send: (client, { inside }) => client.post(room(inside, '/reactions'), { reactionName: 'raise_hand' }),
    cells: { A: unauthenticated, signedIn: '200', U: '403 age_restricted' },
  },
  {
    row: 45,
    call: 'sendReaction',
    about: 'from outside',
    send: (client, { live }) => client.post(room(live, '/reactions'), { reactionName: 'clap' }),
    cells: { all: '409 not_joined', H: '200' },
  },
  {
    row: 46,
    call: 'kickClassroomUser',
    send: (client, { inside }) => client.post(room(inside, `/users/${target()}/kick`), {}),
    cells: onlyModerators('204'),
  },
  {
    row: 46,
    call: 'kickClassroomUser',
    about: 'of the host',
    send: (client, { inside }) => client.post(room(inside, `/users/${api.people.otherAdult}/kick`), {}),
    cells: onlyModerators('403 role_required'),
  },
  {
    row: 47,
    call: 'updateClassroomUserRole',
    send: (client, { inside }) => client.put(room(inside, `/users/${target()}/roles`), { role: 'listener' }),
    cells: onlyModerators('200'),
  },
  {
    row: 47,
    call: 'updateClassroomUserRole',
    about: 'to co-host',
    send: (client, { inside }) => client.put(room(inside, `/users/${target()}/roles`), { role: 'co_host' }),
    cells: { ...onlyModerators('200'), C: '403 role_required' },
  },
  {
    row: 47,
    call: 'updateClassroomUserRole',
    about: 'of the host',
    send: (client, { inside }) =>
      client.put(room(inside, `/users/${api.people.otherAdult}/roles`), { role: 'listener' }),
    cells: onlyModerators('422 invalid'),
  },
  {
    row: 47,
    call: 'updateClassroomUserRole',
    about: 'of a child',
    send: (client, { inside }) => client.put(room(inside, `/users/${api.people.child}/roles`), { role: 'speaker' }),
    cells: onlyModerators('422 age_restricted'),
  },
  {
    row: 'ext',
    call: 'updatePresence',
    send: (client, { inside }) => client.post(room(inside, '/presence'), quiet),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'lowerHand',
    about: 'of another',
    send: (client, { inside }) => client.delete(room(inside, `/users/${target()}/hand`)),
    cells: { ...guests('403 role_required'), H: '204', C: '204' },
  },
  {
    row: 'ext',
    call: 'lowerHand',
    about: 'of oneself',
    send: (client, { inside }, me) => client.delete(room(inside, `/users/${me}/hand`)),
    cells: { all: '204' },
  },
  {
    row: 'ext',
    call: 'muteAll',
    send: (client, { inside }) => client.post(room(inside, '/mute_all'), {}),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'readmitClassroomUser',
    send: (client, { inside }) => client.delete(room(inside, `/users/${target()}/kick`)),
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'listKickedUsers',
    send: (client, { inside }) => client.get(room(inside, '/kicked_users')),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'listSentClassroomMessages',
    send: (client, { inside }) => client.get(room(inside, '/messages/sent')),
    cells: { A: unauthenticated, signedIn: '404 not_found', H: '200' },
  },
  {
    row: 'ext',
    call: 'sendClassroomMessage',
    about: 'to nobody',
    send: (client, { inside }) => client.post(room(inside, '/messages'), { subject: '件名', body: '本文' }),
    cells: { A: unauthenticated, signedIn: '404 not_found', H: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'listClassroomMessages',
    send: (client, { inside }) => client.get(room(inside, '/messages')),
    cells: { A: unauthenticated, signedIn: '200', H: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'updateClassroomMessageSubscription',
    send: (client, { inside }) => client.put(room(inside, '/messages/subscription'), { isSubscribed: false }),
    cells: { A: unauthenticated, signedIn: '204', H: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'listAttendance',
    send: (client, { inside }) => client.get(room(inside, '/attendance')),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'getClassroomSummary',
    send: async (client, { inside }) => client.get(room(await ended(inside), '/summary')),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'listRatings',
    send: async (client, { inside }) => client.get(`/ratings/classroom/${await ended(inside)}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'getMyRating',
    send: async (client, { inside }) => client.get(`/ratings/classroom/${await ended(inside)}/mine`),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'saveRating',
    send: async (client, { inside }) => client.put(`/ratings/classroom/${await ended(inside)}/mine`, { stars: 4 }),
    cells: { ...guests('200'), A: unauthenticated, H: '403 role_required', C: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'deleteRating',
    send: (client, { inside }) => client.delete(`/ratings/classroom/${inside}/mine`),
    cells: { A: unauthenticated, signedIn: '204' },
  },
  {
    row: 'ext',
    call: 'answerRating',
    send: async (client, { inside }) => client.put(`/ratings/${await rated(inside)}/answer`, { body: 'どうも' }),
    cells: { ...onlyHost('200'), U: '403 age_restricted' },
  },
  {
    row: 'ext',
    call: 'deleteRatingAnswer',
    send: async (client, { inside }) => client.delete(`/ratings/${await rated(inside)}/answer`),
    cells: onlyHost('204'),
  },
  {
    row: 'ext',
    call: 'reportRating',
    send: async (client, { inside }) => client.post(`/ratings/${await rated(inside)}/report`, { reason: 'abuse' }),
    cells: { all: '201' },
  },
  {
    row: 'ext',
    call: 'updateClassroomComment',
    send: (client, { inside, comment }) => client.patch(room(inside, `/comments/${comment}`), { body: 'い' }),
    cells: { A: unauthenticated, signedIn: '403 not_owner', U: '403 age_restricted' },
  },
  {
    row: 'ext',
    call: 'listClassroomQuestions',
    send: (client, { inside }) => client.get(room(inside, '/questions')),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'askQuestion',
    send: (client, { inside }) => client.post(room(inside, '/questions'), { body: 'あ' }),
    cells: { A: unauthenticated, signedIn: '201', U: '403 age_restricted' },
  },
  {
    row: 'ext',
    call: 'voteForQuestion',
    send: async (client, { inside }) => client.put(room(inside, `/questions/${await asked(inside)}/vote`), {}),
    cells: { A: unauthenticated, signedIn: '204' },
  },
  {
    row: 'ext',
    call: 'unvoteQuestion',
    send: async (client, { inside }) => client.delete(room(inside, `/questions/${await asked(inside)}/vote`)),
    cells: { A: unauthenticated, signedIn: '204' },
  },
  {
    row: 'ext',
    call: 'answerQuestion',
    send: async (client, { inside }) => client.put(room(inside, `/questions/${await asked(inside)}/answer`), {}),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'dismissQuestion',
    send: async (client, { inside }) => client.post(room(inside, `/questions/${await asked(inside)}/dismiss`), {}),
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'withdrawQuestion',
    send: async (client, { inside }) => client.delete(room(inside, `/questions/${await asked(inside)}`)),
    cells: { A: unauthenticated, signedIn: '403 not_owner' },
  },
  {
    row: 'ext',
    call: 'reportQuestion',
    send: async (client, { inside }) =>
      client.post(room(inside, `/questions/${await asked(inside)}/report`), { reason: 'abuse' }),
    cells: { all: '201' },
  },
  {
    row: 'ext',
    call: 'pinToStage',
    send: (client, { inside, comment }) => client.put(room(inside, '/pin'), { kind: 'comment', subjectId: comment }),
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'getClassroomBoard',
    send: (client, { inside }) => client.get(room(inside, '/board')),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'updateClassroomBoard',
    send: (client, { inside }) => client.put(room(inside, '/board'), aBoard),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'drawOnBoard',
    send: async (client, { inside }) => {
      await openBoard(inside);
      return client.post(room(inside, '/board/elements'), { epoch: 0, elements: [aBoardElement('a')] });
    },
    cells: { ...guests('204'), A: unauthenticated, U: '403 age_restricted', H: '204', C: '204' },
  },
  {
    row: 'ext',
    call: 'clearClassroomBoard',
    send: async (client, { inside }) => client.post(room(inside, '/board/clear'), { epoch: await openBoard(inside) }),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'restoreClassroomBoard',
    about: 'that was not cleared',
    send: async (client, { inside }) => {
      await openBoard(inside);
      return client.post(room(inside, '/board/restore'));
    },
    cells: onlyModerators('409 conflict'),
  },
  {
    row: 'ext',
    call: 'saveBoardPicture',
    about: 'with what is no picture',
    send: (client, { inside }) => client.post(room(inside, '/board/picture'), { image: 'AAAA' }),
    cells: onlyModerators('422 invalid'),
  },
  {
    row: 'ext',
    call: 'reportClassroomBoard',
    send: (client, { inside }) => client.post(room(inside, '/board/report'), { reason: 'abuse' }),
    cells: { all: '201' },
  },
  {
    row: 'ext',
    call: 'unpinFromStage',
    send: (client, { inside }) => client.delete(room(inside, '/pin')),
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'listMissed',
    send: (client, { inside }) => client.get(room(inside, '/missed')),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'listClassroomPolls',
    send: (client, { inside }) => client.get(room(inside, '/polls')),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'createClassroomPoll',
    send: (client, { inside }) => client.post(room(inside, '/polls'), aPoll),
    cells: onlyModerators('201'),
  },
  {
    row: 'ext',
    call: 'updateClassroomPoll',
    send: async (client, { inside }) => client.put(room(inside, `/polls/${await draftPoll(inside)}`), aPoll),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'deleteClassroomPoll',
    send: async (client, { inside }) => client.delete(room(inside, `/polls/${await draftPoll(inside)}`)),
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'openClassroomPoll',
    send: async (client, { inside }) => client.post(room(inside, `/polls/${await draftPoll(inside)}/open`), {}),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'closeClassroomPoll',
    send: async (client, { inside }) => client.post(room(inside, `/polls/${await openPoll(inside)}/close`)),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'updateClassroomPollResults',
    send: async (client, { inside }) =>
      client.put(room(inside, `/polls/${await openPoll(inside)}/results`), { isShown: true }),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'answerClassroomPoll',
    send: async (client, { inside }) =>
      client.put(room(inside, `/polls/${await openPoll(inside)}/answer`), { choices: [0] }),
    cells: { ...guests('200'), H: '403 role_required', C: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'answerClassroomPoll',
    about: 'with a text',
    send: async (client, { inside }) =>
      client.put(room(inside, `/polls/${await openPoll(inside, { kind: 'text', options: [] })}/answer`), {
        text: 'はい',
      }),
    cells: {
      ...guests('200'),
      A: unauthenticated,
      U: '403 age_restricted',
      H: '403 role_required',
      C: '403 role_required',
    },
  },
  {
    row: 'ext',
    call: 'listClassroomPollAnswers',
    send: (client, { inside }) => client.get(room(inside, '/poll_answers')),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'splitClassroom',
    send: (client, { inside }) =>
      client.post(room(inside, '/groups'), {
        minutes: 10,
        isRandom: false,
        groups: [
          { name: '赤', userIds: [api.people.otherStudent] },
          { name: '青', userIds: [] },
        ],
      }),
    cells: onlyModerators('201'),
  },
  {
    row: 'ext',
    call: 'moveToGroup',
    about: 'another person',
    send: async (client, { inside }) => {
      const { first } = await divided(inside, [api.people.otherStudent]);
      return client.put(room(inside, `/groups/people/${api.people.adult}`), { groupId: first });
    },
    cells: { ...onlyModerators('204'), A: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'moveToGroup',
    about: 'oneself back to the main room',
    send: async (client, { inside }, me) => {
      await divided(inside, [me]);
      return client.put(room(inside, `/groups/people/${me}`), { groupId: null });
    },
    cells: { all: '204' },
  },
  {
    row: 'ext',
    call: 'recallGroups',
    send: async (client, { inside }) => {
      await divided(inside);
      return client.post(room(inside, '/groups/recall'), { seconds: 30 });
    },
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'messageGroups',
    send: async (client, { inside }) => {
      await divided(inside);
      return client.post(room(inside, '/groups/message'), { body: 'あと5分です。' });
    },
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'listClassroomMaterials',
    send: (client, { inside }) => client.get(room(inside, '/materials')),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'createClassroomMaterial',
    send: (client, { inside }) => client.post(room(inside, '/materials'), aLink),
    cells: onlyModerators('201'),
  },
  {
    row: 'ext',
    call: 'updateClassroomMaterial',
    send: async (client, { inside }) =>
      client.patch(room(inside, `/materials/${await insertMaterial(api.db, { classroom_id: inside })}`), {
        title: 'a',
      }),
    cells: onlyModerators('200'),
  },
  {
    row: 'ext',
    call: 'deleteClassroomMaterial',
    send: async (client, { inside }) =>
      client.delete(room(inside, `/materials/${await insertMaterial(api.db, { classroom_id: inside })}`)),
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'presentMaterial',
    send: async (client, { inside }) => {
      await api.db.deleteFrom('classroom_presentations').execute();
      const materialId = await insertPdf(api.db, target(), { classroom_id: inside });
      const shown = { materialId, page: 1, pageCount: 2, mayLookAhead: false };
      return client.put(room(inside, '/presentation'), shown);
    },
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'stopPresentation',
    send: (client, { inside }) => client.delete(room(inside, '/presentation')),
    cells: onlyModerators('204'),
  },
  {
    row: 'ext',
    call: 'listLobby',
    send: (client, { inside }) => client.get(room(inside, '/lobby')),
    cells: onlyModerators('200'),
  },
];

const user = (name: PersonName, rest = '') => `/users/${api.people[name]}${rest}`;
const organisation = { orgName: '月の教室', agreeTerms: true };
const already = (success: string): Cells => ({ A: success, signedIn: '409 already' });

const aCredential = { id: 'AQ', rawId: 'AQ', type: 'public-key' };
const anAttestation = { ...aCredential, response: { clientDataJSON: 'AQ', attestationObject: 'AQ' } };
const anAssertion = {
  ...aCredential,
  response: { clientDataJSON: 'AQ', authenticatorData: 'AQ', signature: 'AQ', userHandle: 'AQ' },
};
const accountRows: Row[] = [
  {
    row: 8,
    call: 'resetPassword',
    about: 'by a link that is none',
    send: (client) => client.post('/auth/reset-password', { token: 'x', password: testPassword }),
    cells: { all: '410 link_expired' },
  },
  {
    row: 9,
    call: 'requestPasswordReset',
    send: (client) => client.post('/auth/reset-password-link', { email: emailOf('adult') }),
    cells: { all: '200' },
  },
  {
    row: 10,
    call: 'signIn',
    send: (client) => client.post('/auth/signin', { email: emailOf('staff'), password: testPassword }),
    cells: { all: '200' },
  },
  { row: 12, call: 'signUp', send: (client) => client.post('/auth/signup', newcomer()), cells: already('201') },
  {
    row: 13,
    call: 'signUpProfessional',
    send: (client) => client.post('/auth/signup/professional', { ...newcomer(), ...organisation }),
    cells: {
      A: '201',
      Ad: '201',
      S: '403 age_restricted',
      U: '403 age_restricted',
      P: '403 age_restricted',
      Pr: '409 already',
      Sub: '409 already',
      H: '201',
      C: '403 age_restricted',
    },
  },
  {
    row: 14,
    call: 'signUpPartnerSchool',
    cells: already('201'),
    send: (client, { inviteCode }) =>
      client.post('/auth/signup/partner-school', {
        schoolCode: testSchool.code,
        inviteCode,
        studentCode: inviteCode.slice(0, 8),
        password: testPassword,
        nickname: '生徒',
        birthDate: '2009-04-12',
      }),
  },
  {
    row: 15,
    call: 'refreshToken',
    about: 'with a token that is none',
    send: (client) => client.post('/auth/token', { refreshToken: 'x' }),
    cells: { all: unauthenticated },
  },
  {
    row: 16,
    call: 'verifyEmail',
    about: 'by a link that is none',
    send: (client) => client.post('/auth/verify-email', { token: 'x' }),
    cells: { all: '410 link_expired' },
  },
  {
    row: 17,
    call: 'signInWithProvider',
    about: 'as somebody whom nobody knows',
    send: (client, { idToken }) => client.post('/user/signin', { idToken }),
    cells: { all: '404 not_found' },
  },
  {
    row: 18,
    call: 'signInAnonymous',
    send: (client) => client.post('/user/signin/anonymous', {}),
    cells: already('200'),
  },
  {
    row: 19,
    call: 'signUpWithProvider',
    send: (client, { idToken }) =>
      client.post('/user/signup', { idToken, nickname: '花子', birthDate: '1990-04-12', agreeTerms: true }),
    cells: already('201'),
  },
  {
    row: 20,
    call: 'signUpProfessionalWithProvider',
    send: async (client, { idToken }) => {
      // An account is linked with an identity of its own address alone.
      const { email } = (await client.get('/me')).body;
      const own = email && (await client.post('/embedded_identity/tokens', { email, name: '花子' })).body.idToken;
      const person = { nickname: '花子', birthDate: '1990-04-12' };
      return client.post('/professional/signup', { idToken: own ?? idToken, ...person, ...organisation });
    },
    cells: {
      A: '201',
      Ad: '201',
      S: '403 age_restricted',
      U: '403 age_restricted',
      P: '403 age_restricted',
      Pr: '409 already',
      Sub: '201',
      H: '201',
      C: '403 age_restricted',
    },
  },
  {
    row: 21,
    call: 'resendEmailVerification',
    about: 'where nothing is left to verify',
    send: (client) => client.post('/email_verification'),
    cells: { A: unauthenticated, signedIn: '409 already' },
  },
  { row: 51, call: 'getMe', send: (client) => client.get('/me'), cells: { all: '200' } },
  {
    row: 52,
    call: 'updateMe',
    send: (client) => client.patch('/me', { nickname: '新しい名前' }),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 52,
    call: 'updateMe',
    about: 'an introduction',
    send: (client) => client.patch('/me', { introduction: '星' }),
    cells: { A: unauthenticated, signedIn: '200', U: '403 age_restricted' },
  },
  {
    row: 52,
    call: 'updateMe',
    about: 'an organisation',
    send: (client) => client.patch('/me', { orgName: '月' }),
    cells: { A: unauthenticated, signedIn: '403 professional_only', Pr: '200' },
  },
  {
    row: 53,
    call: 'deleteMe',
    send: (client) => client.delete('/me'),
    about: 'without the password',
    cells: { A: unauthenticated, signedIn: '422 invalid' },
  },
  {
    row: 62,
    call: 'listMeFollowing',
    send: (client) => client.get('/me/following'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 63,
    call: 'getNotificationSettings',
    send: (client) => client.get('/me/notification_settings'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 64,
    call: 'updateNotificationSettings',
    send: (client) => client.post('/me/notification_settings', { weeklyDigest: false }),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 65,
    call: 'listNotifications',
    send: (client) => client.get('/me/notifications'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 66,
    call: 'readNotification',
    about: 'that is none of theirs',
    send: (client) => client.put('/me/notifications/ntf_x/read'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 66,
    call: 'readNotification',
    about: 'alone, that is none of theirs',
    send: (client) => client.put('/me/notifications/ntf_x/read?only=true'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 67,
    call: 'getNotification',
    about: 'that is none of theirs',
    send: (client) => client.get('/notifications/ntf_x'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'readAllNotifications',
    send: (client) => client.post('/me/notifications/read_all'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listNotificationGroup',
    about: 'that is none of theirs',
    send: (client) => client.get('/notifications/ntf_x/group'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'openNotification',
    about: 'that is none of theirs',
    send: (client) => client.post('/notifications/ntf_x/open', { from: 'push' }),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'explainNotification',
    about: 'that is none of theirs',
    send: (client) => client.get('/notifications/ntf_x/reason'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'muteFromNotification',
    about: 'that is none of theirs',
    send: (client) => client.post('/notifications/ntf_x/mute', { scope: 'person' }),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'deleteNotificationMute',
    about: 'that is none of theirs',
    send: (client) => client.delete('/me/notification_mutes/mut_x'),
    cells: { A: unauthenticated, signedIn: '204' },
  },
  {
    row: 'ext',
    call: 'getMailSubscription',
    about: 'by a link that is none',
    send: (client) => client.get('/mail_subscriptions/x'),
    cells: { all: '410 link_expired' },
  },
  {
    row: 'ext',
    call: 'unsubscribeMail',
    about: 'by a link that is none',
    send: (client) => client.post('/mail_subscriptions/x/unsubscribe'),
    cells: { all: '410 link_expired' },
  },
  {
    row: 'ext',
    call: 'resubscribeMail',
    about: 'by a link that is none',
    send: (client) => client.post('/mail_subscriptions/x/resubscribe'),
    cells: { all: '410 link_expired' },
  },
  { row: 'ext', call: 'getPushKey', send: (client) => client.get('/push_key'), cells: { all: '200' } },
  {
    row: 'ext',
    call: 'listPushSubscriptions',
    send: (client) => client.get('/me/push_subscriptions'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'createPushSubscription',
    about: 'without VAPID keys',
    send: (client) =>
      client.post('/me/push_subscriptions', {
        endpoint: 'https://push.example.com/1',
        keys: { p256dh: 'x', auth: 'x' },
      }),
    cells: { A: unauthenticated, signedIn: '503 unavailable' },
  },
  {
    row: 'ext',
    call: 'deletePushSubscription',
    about: 'that is none of theirs',
    send: (client) => client.delete('/me/push_subscriptions/psh_x'),
    cells: { A: unauthenticated, signedIn: '204' },
  },
  {
    row: 'ext',
    call: 'testPushSubscription',
    about: 'that is none of theirs',
    send: (client) => client.post('/me/push_subscriptions/psh_x/test'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  { row: 69, call: 'signOut', send: (client) => client.delete('/me/sign_out'), cells: { all: '204' } },
  {
    row: 'ext',
    call: 'search',
    send: (client) => client.get(`/search?q=${encodeURIComponent('数学')}`),
    cells: { all: '200' },
  },
  { row: 'ext', call: 'getSitemap', send: (client) => client.get('/sitemap'), cells: { all: '200' } },
  { row: 'ext', call: 'listSitemapPages', send: (client) => client.get('/sitemap/classroom'), cells: { all: '200' } },
  { row: 78, call: 'listProfessionals', send: (client) => client.get('/professionals'), cells: { all: '200' } },
  { row: 79, call: 'getUser', send: (client) => client.get(user('staff')), cells: { all: '200' } },
  {
    row: 79,
    call: 'getUser',
    about: 'of somebody who left',
    send: (client) => client.get(user('withdrawn')),
    cells: { all: '404 not_found' },
  },
  {
    row: 80,
    call: 'listUserArchives',
    send: (client) => client.get(user('staff', '/archives')),
    cells: { all: '200' },
  },
  { row: 81, call: 'listFollowers', send: (client) => client.get(user('staff', '/followers')), cells: { all: '200' } },
  { row: 82, call: 'listFollowing', send: (client) => client.get(user('staff', '/following')), cells: { all: '200' } },
  {
    row: 82,
    call: 'listFollowing',
    about: 'of a child',
    send: (client) => client.get(user('child', '/following')),
    cells: { all: '403 age_restricted' },
  },
  {
    row: 83,
    call: 'followUser',
    send: (client) => client.post(user('staff', '/follow')),
    cells: { A: unauthenticated, signedIn: '200', U: '403 age_restricted' },
  },
  {
    row: 83,
    call: 'followUser',
    about: 'a professional',
    send: (client) => client.post(user('professional', '/follow')),
    cells: { A: unauthenticated, signedIn: '200', Pr: '422 invalid' },
  },
  {
    row: 83,
    call: 'followUser',
    about: 'a child',
    send: (client) => client.post(user('child', '/follow')),
    cells: { A: unauthenticated, signedIn: '403 age_restricted', U: '422 invalid' },
  },
  {
    row: 84,
    call: 'unfollowUser',
    send: (client) => client.delete(user('staff', '/unfollow')),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'createUpload',
    send: (client) => client.post('/uploads', { purpose: 'avatar', mime: 'image/png', size: 1 }),
    cells: { A: unauthenticated, signedIn: '201' },
  },
  {
    row: 'ext',
    call: 'putUpload',
    about: 'that was never announced',
    send: (client) => client.put('/uploads/upl_x/content'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'listSessions',
    send: (client) => client.get('/me/sessions'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'revokeSession',
    about: 'of another',
    send: (client) => client.delete('/me/sessions/ses_x'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'listPasskeys',
    send: (client) => client.get('/me/passkeys'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'createPasskeyChallenge',
    send: (client) => client.post('/me/passkeys/challenge', { currentPassword: testPassword }),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'createPasskey',
    about: 'with a challenge that nobody was given',
    send: (client) => client.post('/me/passkeys', { challengeId: 'pkc_x', name: '端末', attestation: anAttestation }),
    cells: { A: unauthenticated, signedIn: '422 invalid' },
  },
  {
    row: 'ext',
    call: 'renamePasskey',
    about: 'of another',
    send: (client) => client.patch('/me/passkeys/psk_x', { name: '端末' }),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'deletePasskey',
    about: 'of another',
    send: (client) => client.delete('/me/passkeys/psk_x'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'getSecondFactor',
    send: (client) => client.get('/me/second_factor'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listApiKeys',
    send: (client) => client.get('/me/api_keys'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'enrolSecondFactor',
    send: (client) => client.post('/me/second_factor', { currentPassword: testPassword }),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'confirmSecondFactor',
    about: 'with a wrong code',
    async send(client) {
      await client.post('/me/second_factor', { currentPassword: testPassword });
      return client.post('/me/second_factor/confirmation', { code: '000000' });
    },
    cells: { A: unauthenticated, signedIn: '422 invalid' },
  },
  {
    row: 'ext',
    call: 'renewRecoveryCodes',
    about: 'without a second factor',
    send: (client) =>
      client.post('/me/second_factor/recovery_codes', { currentPassword: testPassword, code: '000000' }),
    cells: { A: unauthenticated, signedIn: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'deleteSecondFactor',
    about: 'without a second factor',
    send: (client) => client.delete('/me/second_factor', {}, { currentPassword: testPassword, code: '000000' }),
    cells: { A: unauthenticated, signedIn: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'createApiKey',
    send: (client) =>
      client.post('/me/api_keys', {
        name: '予約サイト',
        scopes: ['events:read'],
        days: 30,
        currentPassword: testPassword,
      }),
    cells: { A: unauthenticated, signedIn: '201', U: '403 age_restricted', P: '403 email_account_only' },
  },
  {
    row: 'ext',
    call: 'deleteApiKey',
    about: 'of another',
    send: (client) => client.delete('/me/api_keys/key_x'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'createPasskeySignInChallenge',
    send: (client) => client.post('/auth/signin/passkey/challenge'),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'signInWithPasskey',
    about: 'with a challenge that nobody was given',
    send: (client) => client.post('/auth/signin/passkey', { challengeId: 'pkc_x', assertion: anAssertion }),
    cells: { all: '401 invalid_credentials' },
  },
  {
    row: 'ext',
    call: 'createDataExport',
    send: (client) => client.post('/me/data_export'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'restoreAccount',
    about: 'without having left',
    send: (client) => client.post('/me/restore'),
    cells: { A: unauthenticated, signedIn: '409 already' },
  },
  {
    row: 'ext',
    call: 'listBlockedUsers',
    send: (client) => client.get('/me/blocks'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listBlockedPeople',
    send: (client) => client.get('/me/blocked_people'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'blockUser',
    send: (client) => client.post(user('staff', '/block')),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'unblockUser',
    send: (client) => client.delete(user('staff', '/block')),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'requestGuardianConsent',
    send: (client) => client.post('/me/guardian', { email: 'hogosha@example.test' }),
    cells: { A: unauthenticated, signedIn: '403 age_restricted', U: '409 already' },
  },
  {
    row: 'ext',
    call: 'getGuardianConsent',
    about: 'by a link that is none',
    send: (client) => client.get('/guardian_consents/x'),
    cells: { all: '410 link_expired' },
  },
  {
    row: 'ext',
    call: 'getPasswordReset',
    about: 'by a link that is none',
    send: (client) => client.get('/auth/reset-password-link/x'),
    cells: { all: '410 link_expired' },
  },
  {
    row: 'ext',
    call: 'checkSchoolCodes',
    about: 'with codes that are none',
    send: (client) => client.post('/school_codes', { schoolCode: 'x', inviteCode: 'x' }),
    cells: already('422 invalid'),
  },
  {
    row: 'ext',
    call: 'withdrawGuardianConsent',
    about: 'by a link that is none',
    send: (client) => client.delete('/guardian_consents/x'),
    cells: { all: '410 link_expired' },
  },
  {
    row: 'ext',
    call: 'giveGuardianConsent',
    about: 'by a link that is none',
    send: (client) => client.post('/guardian_consents/x', { agree: true, name: '母' }),
    cells: { all: '410 link_expired' },
  },
  {
    row: 'ext',
    call: 'reportUser',
    send: (client) => client.post(user('staff', '/report'), { reason: 'spam' }),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'recordAnalytics',
    send: (client) => client.post('/analytics_events', { events: [{ name: 'view_top', label: 'JoinEvent' }] }),
    cells: { all: '204', U: '403 age_restricted' },
  },
];

const openRows: Row[] = [
  { row: 22, call: 'listCategories', send: (client) => client.get('/categories'), cells: { all: '200' } },
  { row: 48, call: 'listEvents', send: (client) => client.get('/events'), cells: { all: '200' } },
  {
    row: 49,
    call: 'getEvent',
    about: 'that is not there',
    send: (client) => client.get('/events/evt_x'),
    cells: { all: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'getClassroomEvent',
    send: (client) => client.get('/classrooms/cls_x/event'),
    cells: { all: '200' },
  },
  { row: 'ext', call: 'listTermsVersions', send: (client) => client.get('/terms_versions'), cells: { all: '200' } },
  {
    row: 'ext',
    call: 'getTermsVersion',
    about: 'that is not there',
    send: (client) => client.get('/terms_versions/trm_x'),
    cells: { all: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'listEventParticipants',
    about: 'of one that is not there',
    send: (client) => client.get('/events/evt_x/participants'),
    cells: { all: '404 not_found' },
  },
];

const watched = { sessionId: 's1', positionSeconds: 30, watchedSeconds: 30 };
const archiveRows: Row[] = [
  { row: 3, call: 'listEventArchives', send: (client) => client.get('/event_archives'), cells: { all: '200' } },
  { row: 4, call: 'listArchives', send: (client) => client.get('/archives?pickup=true'), cells: { all: '200' } },
  {
    row: 5,
    call: 'getArchive',
    send: (client, { archive }) => client.get(`/archives/${archive}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'listArchiveMaterials',
    send: (client, { archive }) => client.get(`/archives/${archive}/materials`),
    cells: { all: '200' },
  },
  {
    row: 6,
    call: 'listArchiveRecommends',
    send: (client, { archive }) => client.get(`/archives/${archive}/recommends`),
    cells: { all: '200' },
  },
  {
    row: 7,
    call: 'watchArchive',
    send: (client, { archive }) => client.post(`/archives/${archive}/watch`, watched),
    cells: { all: '200' },
  },
  {
    row: 7,
    call: 'watchArchive',
    about: 'for subscribers',
    send: (client, { lockedArchive }) => client.post(`/archives/${lockedArchive}/watch`, watched),
    cells: { all: '403 subscription_required', H: '200', Sub: '200' },
  },
  {
    row: 23,
    call: 'listCategoryArchives',
    send: (client) => client.get('/categories/cat_space/archives'),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'listMyArchives',
    send: (client) => client.get('/me/archives'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listContinuedArchives',
    send: (client) => client.get('/me/continued_archives'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'reportArchive',
    send: (client, { archive }) => client.post(`/archives/${archive}/report`, { reason: 'spam' }),
    cells: { A: unauthenticated, signedIn: '200', H: '422 invalid' },
  },
  {
    row: 'ext',
    call: 'updateArchive',
    send: (client, { archive }) => client.patch(`/archives/${archive}`, { title: '星' }),
    cells: onlyHost('200'),
  },
  {
    row: 'ext',
    call: 'putArchiveCaptions',
    send: (client, { archive }) =>
      client.put(`/archives/${archive}/captions`, { vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\nはい' }),
    cells: onlyHost('200'),
  },
  {
    row: 'ext',
    call: 'deleteArchiveCaptions',
    send: (client, { archive }) => client.delete(`/archives/${archive}/captions`),
    cells: onlyHost('204'),
  },
  {
    row: 'ext',
    call: 'publishArchive',
    about: 'that is published',
    send: (client, { archive }) => client.post(`/archives/${archive}/publish`),
    cells: onlyHost('409 already'),
  },
  {
    row: 'ext',
    call: 'getCaptionsDraft',
    send: (client, { archive }) => client.get(`/archives/${archive}/captions_draft`),
    cells: onlyHost('200'),
  },
  {
    row: 'ext',
    call: 'deleteCaptionsDraft',
    send: (client, { archive }) => client.delete(`/archives/${archive}/captions_draft`),
    cells: onlyHost('204'),
  },
  {
    row: 'ext',
    call: 'cutArchive',
    about: 'that is published',
    send: (client, { archive }) => client.put(`/archives/${archive}/cut`, { startSeconds: 1, endSeconds: 0 }),
    cells: onlyHost('409 not_open'),
  },
  {
    row: 'ext',
    call: 'composeArchive',
    about: 'that is published',
    send: (client, { archive }) => client.post(`/archives/${archive}/compose`),
    cells: onlyHost('409 not_open'),
  },
  {
    row: 'ext',
    call: 'takeMyPartOut',
    about: 'in which only others were recorded',
    send: (client, { archive }) => client.delete(`/archives/${archive}/my_part`),
    cells: { A: unauthenticated, signedIn: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'getMyPart',
    about: 'in which only others were recorded',
    send: (client, { archive }) => client.get(`/archives/${archive}/my_part`),
    cells: { A: unauthenticated, signedIn: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'takeUtterancesOut',
    about: 'in which only others were recorded',
    send: (client, { archive }) => client.post(`/archives/${archive}/my_part`, { utteranceIds: ['utt_1'] }),
    cells: { A: unauthenticated, signedIn: '403 role_required' },
  },
  {
    row: 'ext',
    call: 'deleteArchive',
    send: (client, { archive }) => client.delete(`/archives/${archive}`),
    cells: onlyHost('204'),
  },
];

const ticketRows: Row[] = [
  {
    row: 55,
    call: 'listMyEvents',
    send: (client) => client.get('/me/aud/events'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 56,
    call: 'getMyEvent',
    send: (client, { ownEvent }) => client.get(`/me/aud/events/${ownEvent}`),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 56,
    call: 'getMyEvent',
    about: 'that is not theirs',
    send: (client, { event }) => client.get(`/me/aud/events/${event}`),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 57,
    call: 'createPremiumParticipation',
    send: (client, { event }) => client.post(`/me/event/${event}/premium_participation`, {}),
    cells: { A: unauthenticated, signedIn: '403 subscription_required', Sub: '201' },
  },
  {
    row: 58,
    call: 'createStudentParticipation',
    send: (client, { event }) => client.post(`/me/event/${event}/student_participation`, {}),
    cells: { A: unauthenticated, signedIn: '403 student_only', S: '201', U: '201', P: '201', C: '201' },
  },
  {
    row: 59,
    call: 'redeemInvitation',
    send: (client, { event }) => client.post(`/me/event/${event}/invitation`, { code: 'HOSHI' }),
    cells: { A: unauthenticated, signedIn: '201' },
  },
  {
    row: 60,
    call: 'createParticipation',
    send: (client, { event }) => client.post(`/me/events/${event}/participation`, {}),
    cells: { A: unauthenticated, signedIn: '201', U: '403 guardian_required', H: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'getCancellation',
    send: (client, { ownEvent }) => client.get(`/me/events/${ownEvent}/cancellation`),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'cancelParticipation',
    send: (client, { ownEvent }) => client.delete(`/me/events/${ownEvent}/participation`),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listEventMessages',
    send: (client, { ownEvent }) => client.get(`/events/${ownEvent}/messages`),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'listEventMessages',
    about: 'without a seat',
    send: (client, { event }) => client.get(`/events/${event}/messages`),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'updateMessageSubscription',
    send: (client, { ownEvent }) => client.put(`/events/${ownEvent}/messages/subscription`, { isSubscribed: false }),
    cells: { A: unauthenticated, signedIn: '204' },
  },
  {
    row: 'ext',
    call: 'reportEventMessage',
    send: async (client, { ownEvent }) =>
      client.post(`/event_messages/${await written(ownEvent)}/report`, { reason: 'abuse' }),
    cells: { A: unauthenticated, signedIn: '201' },
  },
  {
    row: 50,
    call: 'createGuestPaymentIntent',
    send: (client, { paidEvent, paidTicket }) =>
      client.post(`/events/${paidEvent}/payment_intent`, {
        ticketTypeId: paidTicket,
        method: 'card',
        email: 'guest@example.test',
        birthDate: '1990-04-12',
      }),
    cells: { A: '201', signedIn: '409 conflict', U: '403 guardian_required' },
  },
  {
    row: 61,
    call: 'createPaymentIntent',
    send: (client, { paidEvent, paidTicket }) =>
      client.post(`/me/events/${paidEvent}/payment_intent`, { ticketTypeId: paidTicket, method: 'card' }),
    cells: { A: unauthenticated, signedIn: '201', U: '403 guardian_required', H: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'createSeriesPaymentIntent',
    send: async (client) => {
      const { id, events } = await aPaidSeries();
      return client.post(`/me/series/${id}/payment_intent`, { eventIds: events });
    },
    cells: { A: unauthenticated, signedIn: '201', U: '403 guardian_required', H: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'checkDiscountCode',
    about: 'that is not there',
    send: (client, { paidEvent, paidTicket }) =>
      client.post(`/events/${paidEvent}/discount_code_checks`, { ticketTypeId: paidTicket, discountCode: 'NO-CODE' }),
    cells: { all: '422 invalid' },
  },
  {
    row: 68,
    call: 'listSaleHistories',
    send: (client) => client.get('/me/sale-histories'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  { row: 'ext', call: 'getPaymentConfig', send: (client) => client.get('/payment_config'), cells: { all: '200' } },
  {
    row: 'ext',
    call: 'getReceipt',
    about: 'of a sale that is not theirs',
    send: (client) => client.get('/me/receipts/pay_x'),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'issueReceipt',
    about: 'of a sale that is not theirs',
    send: (client) => client.post('/me/receipts/pay_x', {}),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'getCalendarFeed',
    send: (client) => client.get('/me/calendar_feed'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'createCalendarFeed',
    send: (client) => client.post('/me/calendar_feed'),
    cells: { A: unauthenticated, signedIn: '201' },
  },
  {
    row: 'ext',
    call: 'deleteCalendarFeed',
    send: (client) => client.delete('/me/calendar_feed'),
    cells: { A: unauthenticated, signedIn: '204' },
  },
  {
    row: 'ext',
    call: 'getGuestTicket',
    send: (client, { guestToken }) => client.get(`/guest_tickets/${guestToken}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'cancelGuestTicket',
    send: (client, { guestToken }) => client.delete(`/guest_tickets/${guestToken}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'claimGuestTicket',
    send: (client, { guestToken }) => client.post(`/guest_tickets/${guestToken}/claim`),
    cells: { A: unauthenticated, signedIn: '200', U: '403 guardian_required', H: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'enterByGuestTicket',
    about: 'before entry',
    send: (client, { guestToken }) => client.post('/guest_ticket_entries', { token: guestToken, name: 'はな' }),
    cells: { A: '409 not_open', signedIn: '409 conflict' },
  },
  {
    row: 'ext',
    call: 'issueGuestReceipt',
    about: 'without a payment',
    send: (client, { guestToken }) => client.post(`/guest_tickets/${guestToken}/receipt`, { addressee: 'はな' }),
    cells: { all: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'createSeatTransfer',
    send: (client, { ownEvent }) => client.post(`/me/events/${ownEvent}/seat_transfer`, { email: 'hana@example.test' }),
    cells: { A: unauthenticated, signedIn: '201', U: '403 age_restricted', P: '403 email_account_only' },
  },
  {
    row: 'ext',
    call: 'listSeatTransfers',
    send: (client) => client.get('/me/seat_transfers'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'cancelSeatTransfer',
    about: 'of somebody else',
    send: async (client) => client.delete(`/me/seat_transfers/${(await offeredSeat()).id}`),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'listCompanions',
    send: (client, { paidEvent }) => client.get(`/me/events/${paidEvent}/companions`),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'cancelCompanion',
    about: 'that there is not',
    send: (client, { paidEvent }) => client.delete(`/me/events/${paidEvent}/companions/par_none`),
    cells: { A: unauthenticated, signedIn: '404 not_found' },
  },
  {
    row: 'ext',
    call: 'getSeatOffer',
    send: async (client) => client.get(`/seat_offers/${(await offeredSeat()).token}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'acceptSeatOffer',
    send: async (client) => client.post(`/seat_offers/${(await offeredSeat()).token}`),
    cells: {
      A: unauthenticated,
      signedIn: '200',
      U: '403 age_restricted',
      P: '403 email_account_only',
      H: '409 conflict',
    },
  },
  {
    row: 'ext',
    call: 'declineSeatOffer',
    send: async (client) => client.post(`/seat_offers/${(await offeredSeat()).token}/decline`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'getPurchaseConsent',
    send: (client, { paidEvent }) => client.get(`/me/events/${paidEvent}/purchase_consent`),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'requestPurchaseConsent',
    about: 'by people of age',
    send: (client, { paidEvent, paidTicket }) =>
      client.post(`/me/events/${paidEvent}/purchase_consent`, {
        ticketTypeId: paidTicket,
        guardianEmail: 'hogosha@example.test',
      }),
    cells: { A: unauthenticated, signedIn: '403 age_restricted', U: '403 guardian_required' },
  },
  {
    row: 'ext',
    call: 'getPurchaseRequest',
    about: 'by a link that is none',
    send: (client) => client.get('/purchase_consents/x'),
    cells: { all: '410 link_expired' },
  },
  {
    row: 'ext',
    call: 'answerPurchaseRequest',
    about: 'by a link that is none',
    send: (client) => client.post('/purchase_consents/x', { agree: true, name: '母' }),
    cells: { all: '410 link_expired' },
  },
  { row: 'ext', call: 'getSeatProof', send: (client) => client.get('/seat_proof'), cells: { all: '200' } },
];

const plan = { planId: 'plan_standard' };
const planRows: Row[] = [
  {
    row: 1,
    call: 'getAppSubscriptionPlan',
    send: (client) => client.get('/app_subscription_plan'),
    cells: { all: '200' },
  },
  { row: 2, call: 'listSubscriptionPlans', send: (client) => client.get('/subscription_plans'), cells: { all: '200' } },
  {
    row: 24,
    call: 'checkTrialCoupon',
    send: (client) => client.post('/check_trial_coupon', { code: 'MINATO-30' }),
    cells: { A: unauthenticated, signedIn: '200', U: '403 guardian_required', Sub: '409 already' },
  },
  {
    row: 54,
    call: 'createAppSubscription',
    about: 'without stores that are configured',
    send: (client) => client.post('/me/app_subscription', { platform: 'ios', receipt: 'x' }),
    cells: { A: unauthenticated, signedIn: '503 unavailable', U: '403 guardian_required' },
  },
  {
    row: 70,
    call: 'getStripeCard',
    send: (client) => client.get('/me/stripe-card'),
    cells: { A: unauthenticated, signedIn: '200', U: '403 guardian_required' },
  },
  {
    row: 74,
    call: 'createSubscription',
    send: async (client) =>
      client.post('/me/subscriptions', { ...plan, paymentMethodId: await newCard(), trialDays: 0 }),
    cells: { A: unauthenticated, signedIn: '201', U: '403 guardian_required', Sub: '409 already' },
  },
  {
    row: 75,
    call: 'updateSubscription',
    send: (client) => client.patch('/me/subscriptions', { resume: true }),
    cells: { A: unauthenticated, signedIn: '404 not_found', Sub: '200' },
  },
  {
    row: 76,
    call: 'deleteSubscription',
    send: (client) => client.delete('/me/subscriptions'),
    cells: { A: unauthenticated, signedIn: '404 not_found', Sub: '200' },
  },
  {
    row: 77,
    call: 'getSubscriptionTrial',
    send: (client) => client.get('/me/subscription_trial'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'getSubscription',
    send: (client) => client.get('/me/subscription'),
    cells: { A: unauthenticated, signedIn: '200' },
  },
];

const organized = (id: string, rest = '') => `/org/events/${id}${rest}`;
const onlyOrganizer = (success: string): Cells => ({
  A: unauthenticated,
  signedIn: '403 professional_only',
  Pr: success,
});
const tomorrow = (minutes = 0) => new Date(Date.now() + 86_400_000 + minutes * 60_000).toISOString();

/** Of others, the event does not exist for those who could help with it. */
const onlyTeam = (success: string): Cells => ({
  ...onlyOrganizer(success),
  signedIn: '404 not_found',
  U: '403 professional_only',
  P: '403 professional_only',
});
/** For those who help with an event and its owner. */
const members = (ofMember: string, ofOwner: string): Cells => ({ ...onlyTeam(ofOwner), signedIn: ofMember });
/** Makes the caller a member of the professional's event, unless it is theirs. */
async function joined(eventId: string, me: string, roles: EventRole[]): Promise<string> {
  const isPerson = me !== api.people.anonymous && me !== api.people.professional;
  if (isPerson) await insertMember(api, { event_id: eventId, user_id: me, roles });
  return eventId;
}
const invited = (eventId: string) => insertTeamInvitation(api, { event_id: eventId });

const ofWebhook = (call: Row['call'], send: Row['send'], success: string, about?: string): Row => ({
  ...{ row: 'ext', call, send, cells: onlyOrganizer(success) },
  ...(about === undefined ? {} : { about }),
});
const organizerRows: Row[] = [
  ofWebhook('listWebhooks', (client) => client.get('/org/webhooks'), '200'),
  ofWebhook(
    'createWebhook',
    (client) => client.post('/org/webhooks', { url: 'https://hooks.example.com/', types: ['event.ended'] }),
    '201',
  ),
  ofWebhook('updateWebhook', (client) => client.patch('/org/webhooks/whk_x', {}), '404 not_found', 'of another'),
  ofWebhook('deleteWebhook', (client) => client.delete('/org/webhooks/whk_x'), '404 not_found', 'of another'),
  ofWebhook(
    'rotateWebhookSecret',
    (client) => client.post('/org/webhooks/whk_x/secret'),
    '404 not_found',
    'of another',
  ),
  ofWebhook('testWebhook', (client) => client.post('/org/webhooks/whk_x/test'), '404 not_found', 'of another'),
  ofWebhook(
    'listWebhookDeliveries',
    (client) => client.get('/org/webhooks/whk_x/deliveries'),
    '404 not_found',
    'of another',
  ),
  ofWebhook(
    'resendWebhookDelivery',
    (client) => client.post('/org/webhooks/whk_x/deliveries/whd_x/resend'),
    '404 not_found',
    'of another',
  ),
  {
    row: 'ext',
    call: 'listOrganizedEvents',
    send: (client) => client.get('/org/events'),
    cells: { ...onlyTeam('200'), signedIn: '200' },
  },
  {
    row: 'ext',
    call: 'createEvent',
    send: (client) =>
      client.post('/org/events', { title: '星', categoryId: 'cat_space', startAt: tomorrow(), endAt: tomorrow(90) }),
    cells: onlyOrganizer('201'),
  },
  {
    row: 'ext',
    call: 'getOrganizedEvent',
    send: (client, { draft }) => client.get(organized(draft)),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'updateEvent',
    send: (client, { draft }) => client.patch(organized(draft), { title: '月' }),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'publishEvent',
    about: 'that is not complete',
    send: (client, { draft }) => client.post(organized(draft, '/publish')),
    cells: onlyOrganizer('422 invalid'),
  },
  {
    row: 'ext',
    call: 'duplicateEvent',
    send: (client, { draft }) => client.post(organized(draft, '/duplicate')),
    cells: onlyOrganizer('201'),
  },
  {
    row: 'ext',
    call: 'deleteEvent',
    send: (client, { draft }) => client.delete(organized(draft), {}, {}),
    cells: onlyOrganizer('204'),
  },
  {
    row: 'ext',
    call: 'createTicketType',
    send: (client, { draft }) =>
      client.post(organized(draft, '/ticket_types'), {
        name: '一般',
        kind: 'general',
        price: 500,
        taxRate: 10,
        quota: null,
        saleStartAt: tomorrow(-60),
        saleEndAt: tomorrow(-30),
      }),
    cells: onlyTeam('201'),
  },
  {
    row: 'ext',
    call: 'updateTicketType',
    send: (client, { draft, ticketType }) =>
      client.patch(organized(draft, `/ticket_types/${ticketType}`), { name: '早割' }),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'deleteTicketType',
    send: (client, { draft, ticketType }) => client.delete(organized(draft, `/ticket_types/${ticketType}`)),
    cells: onlyTeam('204'),
  },
  {
    row: 'ext',
    call: 'listInvitations',
    send: (client, { draft }) => client.get(organized(draft, '/invitations')),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'createInvitation',
    send: (client, { draft, ticketType }) =>
      client.post(organized(draft, '/invitations'), { ticketTypeId: ticketType, maxUses: 1 }),
    cells: onlyTeam('201'),
  },
  {
    row: 'ext',
    call: 'deleteInvitation',
    about: 'that is not there',
    send: (client, { draft }) => client.delete(organized(draft, '/invitations/inv_x')),
    cells: onlyTeam('404 not_found'),
  },
  {
    row: 'ext',
    call: 'listDiscountCodes',
    send: (client, { draft }) => client.get(organized(draft, '/discount_codes')),
    cells: onlyOrganizer('200'),
  },
  {
    row: 'ext',
    call: 'createDiscountCode',
    about: 'for a ticket of nobody',
    send: (client, { draft }) =>
      client.post(organized(draft, '/discount_codes'), { percentOff: 10, ticketTypeIds: ['tkt_x'], maxUses: 1 }),
    cells: onlyOrganizer('404 not_found'),
  },
  {
    row: 'ext',
    call: 'deleteDiscountCode',
    about: 'that is not there',
    send: (client, { draft }) => client.delete(organized(draft, '/discount_codes/dsc_x')),
    cells: onlyOrganizer('404 not_found'),
  },
  {
    row: 'ext',
    call: 'listOrganizedParticipants',
    send: (client, { draft }) => client.get(organized(draft, '/participants')),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'refundOrganizedParticipant',
    about: 'that is not there',
    send: (client, { draft }) => client.post(organized(draft, '/participants/par_x/refund')),
    cells: onlyTeam('404 not_found'),
  },
  {
    row: 'ext',
    call: 'listSentEventMessages',
    send: (client, { draft }) => client.get(organized(draft, '/messages')),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'sendEventMessage',
    about: 'to nobody',
    send: (client, { draft }) => client.post(organized(draft, '/messages'), { subject: '件名', body: '本文' }),
    cells: onlyTeam('409 conflict'),
  },
  { row: 'ext', call: 'getOrganizerSales', send: (client) => client.get('/org/sales'), cells: onlyOrganizer('200') },
  { row: 'ext', call: 'listEarnings', send: (client) => client.get('/org/earnings'), cells: onlyOrganizer('200') },
  {
    row: 'ext',
    call: 'getEventSales',
    send: (client, { draft }) => client.get(organized(draft, '/sales')),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'getEventSales',
    about: 'with the role of the sales',
    send: async (client, { draft }, me) => client.get(organized(await joined(draft, me, ['sales']), '/sales')),
    cells: members('200', '200'),
  },
  {
    row: 'ext',
    call: 'getEventSales',
    about: 'with the other roles',
    send: async (client, { draft }, me) =>
      client.get(organized(await joined(draft, me, ['edit', 'reception']), '/sales')),
    cells: members('403 role_required', '200'),
  },
  {
    row: 'ext',
    call: 'updateEvent',
    about: 'with the role of editing',
    send: async (client, { draft }, me) => client.patch(organized(await joined(draft, me, ['edit'])), { title: '月' }),
    cells: members('200', '200'),
  },
  {
    row: 'ext',
    call: 'updateEvent',
    about: 'with the other roles',
    send: async (client, { draft }, me) =>
      client.patch(organized(await joined(draft, me, ['reception', 'sales'])), { title: '月' }),
    cells: members('403 role_required', '200'),
  },
  {
    row: 'ext',
    call: 'deleteEvent',
    about: 'with every role',
    send: async (client, { draft }, me) =>
      client.delete(organized(await joined(draft, me, ['edit', 'reception', 'sales'])), {}, {}),
    cells: { ...onlyOrganizer('204') },
  },
  {
    row: 'ext',
    call: 'checkInParticipant',
    about: 'that is not there, with the role of the reception',
    send: async (client, { draft }, me) =>
      client.put(organized(await joined(draft, me, ['reception']), '/participants/par_x/check_in'), {
        isCheckedIn: true,
      }),
    cells: members('404 not_found', '404 not_found'),
  },
  {
    row: 'ext',
    call: 'checkInParticipant',
    about: 'that is not there, with the other roles',
    send: async (client, { draft }, me) =>
      client.put(organized(await joined(draft, me, ['edit', 'sales']), '/participants/par_x/check_in'), {
        isCheckedIn: true,
      }),
    cells: members('403 role_required', '404 not_found'),
  },
  {
    row: 'ext',
    call: 'listTeam',
    send: (client, { draft }) => client.get(organized(draft, '/team')),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'listTeam',
    about: 'as a member',
    send: async (client, { draft }, me) => client.get(organized(await joined(draft, me, ['reception']), '/team')),
    cells: members('200', '200'),
  },
  {
    row: 'ext',
    call: 'listTeamLog',
    send: (client, { draft }) => client.get(organized(draft, '/team/log')),
    cells: onlyTeam('200'),
  },
  {
    row: 'ext',
    call: 'inviteTeamMember',
    send: (client, { draft }) =>
      client.post(organized(draft, '/team'), { email: 'new@example.test', roles: ['reception'] }),
    cells: onlyOrganizer('201'),
  },
  {
    row: 'ext',
    call: 'updateTeamMember',
    send: async (client, { draft }) =>
      client.put(organized(draft, `/team/${(await invited(draft)).id}`), { roles: ['edit'] }),
    cells: onlyOrganizer('200'),
  },
  {
    row: 'ext',
    call: 'removeTeamMember',
    send: async (client, { draft }) => client.delete(organized(draft, `/team/${(await invited(draft)).id}`)),
    cells: onlyTeam('204'),
  },
  {
    row: 'ext',
    call: 'removeTeamMember',
    about: 'somebody else, as a member',
    send: async (client, { draft }, me) =>
      client.delete(organized(await joined(draft, me, ['edit']), `/team/${(await invited(draft)).id}`)),
    cells: members('403 role_required', '204'),
  },
  {
    row: 'ext',
    call: 'getTeamInvitation',
    send: async (client, { draft }) => client.get(`/team_invitations/${(await invited(draft)).token}`),
    cells: { all: '200' },
  },
  {
    row: 'ext',
    call: 'acceptTeamInvitation',
    send: async (client, { draft }) => client.post(`/team_invitations/${(await invited(draft)).token}`),
    cells: {
      A: unauthenticated,
      signedIn: '200',
      U: '403 age_restricted',
      P: '403 email_account_only',
      Pr: '409 already',
    },
  },
  {
    row: 'ext',
    call: 'declineTeamInvitation',
    send: async (client, { draft }) => client.post(`/team_invitations/${(await invited(draft)).token}/decline`),
    cells: { all: '200' },
  },
  {
    row: 71,
    call: 'getStripeConnect',
    send: (client) => client.get('/me/stripe-connect'),
    cells: onlyOrganizer('200'),
  },
  {
    row: 72,
    call: 'createStripeConnect',
    about: 'that leads to somebody else afterwards',
    send: (client) =>
      client.post('/me/stripe-connect', { returnUrl: 'https://x.test/', refreshUrl: 'https://x.test/' }),
    cells: onlyOrganizer('422 invalid'),
  },
  {
    row: 73,
    call: 'createTransfer',
    about: 'without an account',
    send: (client) => client.post('/me/stripe-connect/transfer', { amount: 1000 }),
    cells: onlyOrganizer('409 conflict'),
  },
];

let api: PayingApp;
let restorePeople: () => Promise<void>;
beforeAll(async () => {
  api = await startPayingApp({ env: testMedia });
  await insertCategories(api.db);
  await fillPlans(api.pool);
  restorePeople = await keepPeople(api.db);
});
afterAll(() => api.close());

/** Restores the initial state before each call. */
async function reset(): Promise<void> {
  const { db, people: ids } = api;
  await clearContent(db);
  await db.deleteFrom('user_blocks').execute();
  await db.deleteFrom('professionals').where('user_id', '<>', ids.professional).execute();
  await restorePeople();
  await db.updateTable('sessions').set({ revoked_at: null }).execute();
  await db.updateTable('anonymous_visitors').set({ became_user_id: null }).execute();
}

/** The rooms that a row can refer to. */
async function rooms() {
  const { db, people: ids } = api;
  const host = { host_id: ids.otherAdult };
  const [scheduled, live, inside, secret, ofStudents, ofStudentsLive] = [
    await insertClassroom(db, host),
    await insertLiveRoom(db, host),
    await insertLiveRoom(db, host),
    await insertClassroom(db, { ...host, private_mode: true }),
    await insertClassroom(db, { ...host, all_users: false }),
    await insertLiveRoom(db, { ...host, all_users: false }),
  ];
  for (const id of [scheduled, live, secret])
    await insertClassroomUser(db, { classroom_id: id, user_id: ids.otherStudent, role: 'co_host' });
  for (const name of ['adult', 'student', 'school', 'professional', 'subscriber', 'staff'] as const)
    await insertParticipant(db, inside, ids[name]);
  await insertParticipant(db, inside, ids.otherStudent, { role: 'co_host' });
  await insertParticipant(db, inside, ids.child, { role: 'listener' });
  await insertParticipant(db, inside, ids.anonymous, { role: 'listener', anonymous_id: ids.anonymous });
  await insertReservation(db, scheduled, ids.staff);
  return {
    scheduled,
    live,
    inside,
    secret,
    ofStudents,
    ofStudentsLive,
    comment: await insertComment(db, { classroom_id: inside, user_id: ids.staff }),
  };
}

/** The events that a row can refer to. */
async function events() {
  const { db, people: ids } = api;
  const event = await insertEvent(db, { organizer_id: ids.otherAdult });
  const ownEvent = await insertEvent(db, { organizer_id: ids.otherAdult });
  for (const kind of ['general', 'student', 'premium'] as const) await insertTicketType(db, { event_id: event, kind });
  const invited = await insertTicketType(db, { event_id: event, kind: 'invited' });
  await insertInvitation(db, { event_id: event, ticket_type_id: invited, code: 'HOSHI' });
  const ticket = await insertTicketType(db, { event_id: ownEvent });
  for (const name of people)
    await insertParticipation(db, { event_id: ownEvent, ticket_type_id: ticket, user_id: ids[columns[name]] });
  const paidEvent = await insertEvent(db, { organizer_id: ids.otherAdult });
  const paidTicket = await insertTicketType(db, { event_id: paidEvent, price: 1500 });
  const guestToken = await insertGuestTicket(api, event, invited);
  return { event, ownEvent, paidEvent, paidTicket, guestToken };
}

/** Inserts a seat of the staff member in an event of H, and its offer. */
async function offeredSeat(): Promise<{ id: string; token: string }> {
  const { staff, otherAdult } = api.people;
  const event = await insertEvent(api.db, { organizer_id: otherAdult });
  const ticket = await insertTicketType(api.db, { event_id: event });
  const seat = await insertParticipation(api.db, { event_id: event, ticket_type_id: ticket, user_id: staff });
  return insertSeatOffer(api, { participation_id: seat, from_user_id: staff });
}

/** A card as the browser passes it to the payment provider. */
async function newCard(): Promise<string> {
  const card = { number: '4242424242424242', exp_month: 9, exp_year: 2039, cvc: '123' };
  return (await api.stripe.paymentMethods.create({ type: 'card', card })).id;
}

/** Creates the subscriber's plan at the payment provider. */
async function plans() {
  const { db, people: ids } = api;
  await db.deleteFrom('payments').where('kind', '=', 'subscription').execute();
  await db.deleteFrom('subscriptions').execute();
  await db.updateTable('users').set({ is_subscribed: false }).where('id', '=', ids.subscriber).execute();
  await api.as('subscriber').post('/me/subscriptions', { ...plan, paymentMethodId: await newCard(), trialDays: 0 });
  return {};
}

async function credentials() {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/v1/embedded_identity/tokens',
    payload: { email: `${randomUUID()}@example.test`, name: '花子' },
  });
  const inviteCode = randomUUID();
  await api.db.insertInto('school_invites').values({ partner_school_id: testSchool.id, code: inviteCode }).execute();
  return { idToken: answer.json<{ idToken: string }>().idToken, inviteCode };
}

async function draftOfProfessional() {
  const draft = await insertEvent(api.db, { organizer_id: api.people.professional, state: 'draft' });
  return { draft, ticketType: await insertTicketType(api.db, { event_id: draft }) };
}

/** The archives that a row can refer to. */
async function archives() {
  const host = { host_id: api.people.otherAdult };
  return {
    archive: await insertArchive(api, host),
    lockedArchive: await insertArchive(api, { ...host, access: 'subscriber' }),
  };
}

const nowhere = {
  scheduled: '',
  live: '',
  inside: '',
  secret: '',
  ofStudents: '',
  ofStudentsLive: '',
  comment: '',
  idToken: '',
  inviteCode: '',
  event: '',
  ownEvent: '',
  draft: '',
  ticketType: '',
  paidEvent: '',
  paidTicket: '',
  guestToken: '',
  archive: '',
  lockedArchive: '',
};
const expectedOf = (cells: Cells, name: Column) =>
  cells[name] ?? (people.includes(name) ? cells.signedIn : undefined) ?? cells.all;

async function answersOf(
  { call, send, shows }: Row,
  where: () => Promise<Partial<Where>>,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const isRead = contract[call].method === 'GET';
  let at: Partial<Where> | undefined;
  for (const name of names) {
    if (!at || !isRead) {
      await reset();
      at = await where();
    }
    const caller = columns[name];
    const { status, body } = await send(api.as(caller), { ...nowhere, ...at }, api.people[caller]);
    const detail = status < 300 ? shows?.(body as AnswerBody) : (body as { code?: string } | undefined)?.code;
    answers[name] = detail ? `${status} ${detail}` : `${status}`;
  }
  return answers;
}

/** A row runs several hundred statements, which takes a while on a busy machine. */
const PATIENCE_MS = 60_000;

const titled = (rows: Row[]) =>
  rows.map((row) => [`${row.row} ${row.call}${row.about ? `, ${row.about}` : ''}`, row] as const);
const expectedRow = (row: Row) => Object.fromEntries(names.map((name) => [name, expectedOf(row.cells, name)]));

describe('classroom calls', () => {
  it.each(titled(classroomRows))(
    '%s',
    async (_title, row) => {
      expect(await answersOf(row, rooms)).toEqual(expectedRow(row));
    },
    PATIENCE_MS,
  );
});

describe('account calls', () => {
  it.each(titled(accountRows))(
    '%s',
    async (_title, row) => {
      expect(await answersOf(row, credentials)).toEqual(expectedRow(row));
    },
    PATIENCE_MS,
  );
});

describe('plan calls', () => {
  it.each(titled(planRows))(
    '%s',
    async (_title, row) => {
      expect(await answersOf(row, plans)).toEqual(expectedRow(row));
    },
    PATIENCE_MS,
  );
});

describe('ticket calls', () => {
  it.each(titled(ticketRows))(
    '%s',
    async (_title, row) => {
      expect(await answersOf(row, events)).toEqual(expectedRow(row));
    },
    PATIENCE_MS,
  );
});

describe('public calls', () => {
  it.each(titled(openRows))(
    '%s',
    async (_title, row) => {
      expect(await answersOf(row, () => Promise.resolve({}))).toEqual(expectedRow(row));
    },
    PATIENCE_MS,
  );
});

describe('archive calls', () => {
  it.each(titled(archiveRows))(
    '%s',
    async (_title, row) => {
      expect(await answersOf(row, archives)).toEqual(expectedRow(row));
    },
    PATIENCE_MS,
  );
});

describe('organizer calls', () => {
  it.each(titled(organizerRows))(
    '%s',
    async (_title, row) => {
      expect(await answersOf(row, draftOfProfessional)).toEqual(expectedRow(row));
    },
    PATIENCE_MS,
  );
});

/** Calls of the staff: for everyone else they do not exist, whatever their input. */
const staffCalls = Object.values<EndpointDefinition>(contract).filter(({ access }) => access.session === 'staff');

describe('staff calls', () => {
  it.each(staffCalls.map((call) => [call.name, call] as const))(
    '%s does not exist for anyone without the role staff',
    async (_name, { method, path }) => {
      await reset();
      const url = `/v1${path.replaceAll(/\{\w+\}/g, api.people.child)}`;
      const answers = await Promise.all(
        (['unauthenticated', ...Object.values(columns)] as const).map(async (caller) => {
          const token = caller === 'unauthenticated' ? undefined : api.tokens[caller];
          const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
          const answer = await api.app.inject({ method, url, headers });
          return [caller, answer.statusCode, answer.json<{ code: string }>().code];
        }),
      );
      expect(answers.filter(([, status, code]) => status !== 404 || code !== 'not_found')).toEqual([]);
    },
  );

  it.each(staffCalls.map((call) => [call.name, call] as const))('%s exists for the staff', async (_name, call) => {
    const { statusCode } = await api.app.inject({
      method: call.method,
      url: `/v1${call.path.replaceAll(/\{\w+\}/g, api.people.child)}`,
      headers: { authorization: `Bearer ${api.tokens.staff}` },
    });
    expect(call.path).toMatch(/^\/staff\//);
    // A call about nothing, or without its input, may find nothing or be invalid; it is never refused.
    expect([401, 403, 500]).not.toContain(statusCode);
  });
});

describe('a user with an unverified e-mail address', () => {
  const groups = [
    [accountRows, credentials],
    [ticketRows, events],
    [planRows, plans],
    [organizerRows, draftOfProfessional],
  ] as const;
  const money = groups.flatMap(([rows, where]) =>
    rows
      .filter(({ call }) => 'needsVerifiedEmail' in contract[call].access)
      .map((row) => [row.call, row, where] as const),
  );

  it('cannot move money, request purchase consent, give seats away, publish paid events or add ways to sign in, API keys and webhooks', () => {
    expect(new Set(money.map(([call]) => call))).toEqual(
      new Set([
        'createPaymentIntent',
        'createSeriesPaymentIntent',
        'createSeatTransfer',
        'requestPurchaseConsent',
        'createAppSubscription',
        'createSubscription',
        'publishEvent',
        'createStripeConnect',
        'createTransfer',
        'createPasskeyChallenge',
        'createPasskey',
        'enrolSecondFactor',
        'createApiKey',
        'createWebhook',
      ]),
    );
  });

  it.each(money)(
    'is rejected by %s with email_unverified',
    async (_call, { send }, where) => {
      await reset();
      const { professional } = api.people;
      const at = { ...nowhere, ...(await where()) };
      const verify = (when: Date | null) =>
        api.db.updateTable('users').set({ email_verified_at: when }).where('id', '=', professional).execute();
      await verify(null);
      const { status, body } = await send(api.as('professional'), at, professional);
      await verify(api.clock.now());
      expect([status, body.code]).toEqual([403, 'email_unverified']);
    },
    PATIENCE_MS,
  );
});

it('covers every endpoint of the contract', () => {
  // Other tests cover these: they need school codes, live documents, a lobby with a waiting participant, or the sign-in
  // page of a school.
  const elsewhere = new Set([
    'signInPartnerSchool',
    'admitClassroomUser',
    'createRealtimeToken',
    'startSchoolSignIn',
    'finishSchoolSignIn',
  ]);
  const called = new Set<string>(
    [...classroomRows, ...accountRows, ...ticketRows, ...planRows, ...openRows, ...archiveRows, ...organizerRows].map(
      ({ call }) => call,
    ),
  );
  const ofStaff = new Set<string>(staffCalls.map(({ name }) => name));
  const missed = Object.keys(contract).filter((name) => !called.has(name) && !ofStaff.has(name));
  expect(new Set(missed)).toEqual(elsewhere);
});

it('covers every row of the table about classrooms or accounts', () => {
  const rows = new Set([...classroomRows, ...accountRows].map(({ row }) => row));
  // 11 needs credentials that only a pupil has and is tested with the other sign-in calls.
  const wanted = [
    8,
    9,
    10,
    12,
    13,
    14,
    15,
    16,
    17,
    18,
    19,
    20,
    21,
    ...Array.from({ length: 23 }, (_, index) => 25 + index),
    51,
    52,
    53,
    62,
    65,
    66,
    67,
    69,
    78,
    79,
    80,
    81,
    82,
    83,
    84,
  ];
  expect(wanted.filter((row) => !rows.has(row))).toEqual([]);
});
