import { sql } from 'kysely';

import { newId } from '../../platform/ids';
import {
  insertCategories,
  insertClassroom,
  insertComment,
  insertEvent,
  insertInvitation,
  insertNotification,
  insertParticipant,
  insertReservation,
} from '../../testing/rows';
import { type Caller, type SentMail, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, testSchool } from '../../testing/test-people';
import { aBoardElement, aBoardText, insertBoard } from '../classrooms/board/testing/board-rows';
import { insertSplit } from '../classrooms/groups/testing/insert-split';
import { insertPdf } from '../classrooms/materials/testing/insert-material';
import { insertPoll } from '../classrooms/polls/testing/insert-poll';
import { insertHostMessage } from '../host-messages/testing/insert-host-message';
import { insertRating } from '../ratings/testing/insert-rating';
import { insertSeries } from '../series/testing/insert-series';
import { fillPlans } from '../subscriptions/plans/first-plans';
import { columnsKeptBack } from './testing/columns-kept-back';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
  await fillPlans(api.pool);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('mails').execute();
  api.mail.sent.length = 0;
  await api.db.deleteFrom('rate_limits').execute();
});

const tokenIn = (mail: SentMail | undefined) => /data_exports\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/**
 * The place in the export of each column that names a user; null where its content belongs to someone else, or to
 * nobody.
 */
const placeOf: Record<string, string | null> = {
  'professionals.user_id': 'organisation',
  'sessions.user_id': 'sessions',
  'follows.follower_id': 'following',
  'follows.followee_id': 'followers',
  'classrooms.host_id': 'classrooms',
  'reservations.user_id': 'reservations',
  'classroom_users.user_id': 'rooms',
  'classroom_users.person_id': 'rooms',
  'classroom_comments.user_id': 'comments',
  'ratings.user_id': 'ratings',
  'ratings.host_id': 'ratingAnswers',
  'host_messages.user_id': 'hostMessages',
  'classroom_questions.user_id': 'questions',
  'question_votes.user_id': 'questionVotes',
  'classroom_pins.pinned_by': 'pins',
  'classroom_poll_answers.user_id': 'classroomPollAnswers',
  'classroom_board_elements.user_id': 'boardElements',
  'classroom_board_drawers.user_id': 'boardRights',
  'classroom_materials.user_id': 'classroomMaterials',
  'classroom_presentations.user_id': 'classroomPresentations',
  'classroom_group_members.user_id': 'classroomGroups',
  'classroom_group_stays.user_id': 'classroomGroups',
  'events.organizer_id': 'events',
  'participations.user_id': 'participations',
  'purchase_consents.user_id': 'purchaseConsents',
  'payments.user_id': 'payments',
  'payments.seller_id': 'sales',
  'subscriptions.user_id': 'subscriptions',
  'trial_uses.user_id': 'trials',
  'payment_customers.user_id': 'card',
  'payout_accounts.user_id': 'payoutAccount',
  'payouts.user_id': 'payouts',
  'invitations.created_by': 'invitations',
  'calendar_feeds.user_id': 'calendarFeeds',
  'notifications.user_id': 'notifications',
  'notification_settings.user_id': 'notificationSettings',
  'notification_mutes.user_id': 'notificationMutes',
  'notification_deliveries.user_id': 'notificationDeliveries',
  'push_subscriptions.user_id': 'pushSubscriptions',
  'guardian_digests.user_id': 'guardianDigest',
  'archives.host_id': 'archives',
  'archive_parts.user_id': 'archiveParts',
  'archive_utterances.user_id': 'archiveUtterances',
  'recorded_tracks.user_id': 'recordings',
  'recorded_lines.user_id': 'captionLines',
  'archive_positions.user_id': 'archivePositions',
  'mails.user_id': 'mails',
  'account_links.user_id': 'links',
  'school_invites.used_by': 'signUpCodes',
  'anonymous_visitors.became_user_id': 'visits',
  'uploads.user_id': 'uploads',
  'user_blocks.blocker_id': 'blocks',
  'comment_reports.reporter_id': 'commentReports',
  'question_reports.reporter_id': 'questionReports',
  'board_reports.reporter_id': 'boardReports',
  'rating_reports.reporter_id': 'ratingReports',
  'message_reports.reporter_id': 'messageReports',
  'series_reports.reporter_id': 'seriesReports',
  'series.host_id': 'series',
  'series_bookings.user_id': 'seriesBookings',
  'certificates.user_id': 'certificates',
  'user_reports.reporter_id': 'personReports',
  'archive_reports.reporter_id': 'archiveReports',
  'audit_log.subject_id': 'decisionsOfStaff',
  'passkeys.user_id': 'passkeys',
  'api_keys.user_id': 'apiKeys',
  'webhook_endpoints.user_id': 'webhooks',
  'team_members.user_id': 'teams',
  'team_acts.user_id': 'teamActs',
  'team_acts.person_id': 'teamActs',
  'second_factors.user_id': 'secondFactor',
  'recovery_codes.user_id': 'recoveryCodes',
  'seat_transfers.from_user_id': 'seatTransfers',
  'seat_transfers.to_user_id': 'seatTransfers',
  // What the staff decides among themselves.
  'staff_role_proposals.user_id': null,
  'staff_role_proposals.proposed_by': null,
  'staff_role_proposals.decided_by': null,
  // Actions by others, which are theirs.
  'classroom_users.kicked_by': null,
  'notifications.actor_id': null,
  'notification_causes.actor_id': null,
  'notification_mutes.subject_id': null,
  'user_blocks.blocked_id': null,
  'user_reports.reported_id': null,
  'comment_reports.decided_by': null,
  'question_reports.decided_by': null,
  'board_reports.decided_by': null,
  'rating_reports.decided_by': null,
  'message_reports.decided_by': null,
  'series_reports.decided_by': null,
  // The address of a buyer without an account has stopped them.
  'guest_message_stops.host_id': null,
  // What is rated, which is nobody.
  'ratings.subject_id': null,
  'rating_totals.subject_id': null,
  'user_reports.decided_by': null,
  'archive_reports.decided_by': null,
  // Written only when the account is emptied, after which nobody can ask for an export.
  'receipt_issuers.seller_id': null,
  // Technical rows that are short-lived.
  'idempotency_keys.person_id': null,
  'live_outbox.subject_id': null,
  'passkey_challenges.user_id': null,
  // Search copies of what is exported above.
  'search_entries_classroom.owner_id': null,
  'search_entries_event.owner_id': null,
  'search_entries_archive.owner_id': null,
  'search_entries_professional.owner_id': null,
  'search_entries_person.owner_id': null,
  'search_entries_series.owner_id': null,
};

/** Makes a user a member of the teams of an event and a series who has changed their own roles. */
async function leaveTeamTraces(id: string, event: string, series: string, now: Date): Promise<void> {
  const member = { user_id: id, roles: ['edit' as const], invited_at: now, joined_at: now };
  const act = { user_id: id, person_id: id, act: 'member_roles_changed' as const, created_at: now };
  for (const subject of [{ event_id: event }, { series_id: series }]) {
    await api.db
      .insertInto('team_members')
      .values({ id: newId('mem'), ...subject, ...member })
      .execute();
    await api.db
      .insertInto('team_acts')
      .values({ id: newId('act'), ...subject, ...act })
      .execute();
  }
}

/** Inserts one of everything for a user, each with text that names the owner. */
async function leaveTraces(name: 'adult' | 'student', other: 'otherAdult' | 'otherStudent'): Promise<void> {
  const { db, people } = api;
  const id = people[name];
  const now = api.clock.now();
  const own = `${name}-trace`;
  const room = await insertClassroom(db, { host_id: id, name: own });
  const elsewhere = await insertClassroom(db, { host_id: people[other], name: '別の教室' });
  await insertReservation(db, elsewhere, id);
  await insertParticipant(db, elsewhere, id);
  await insertComment(db, { classroom_id: elsewhere, user_id: id, body: own });
  await insertRating(api, { classroom_id: elsewhere, user_id: id, host_id: people[other], note: own });
  const answered = { user_id: people[other], host_id: id, answer: own, answered_at: now };
  await insertRating(api, { classroom_id: room, note: `of-other-${own}`, ...answered });
  await insertPoll(db, { classroom_id: room, question: own });
  for (const board of [room, elsewhere]) await insertBoard(db, { classroom_id: board });
  await db.insertInto('classroom_board_drawers').values({ classroom_id: elsewhere, user_id: id }).execute();
  const element = aBoardElement(own, aBoardText(own));
  await db
    .insertInto('classroom_board_elements')
    .values({
      classroom_id: elsewhere,
      id: own,
      epoch: 0,
      version: 1,
      version_nonce: 1,
      position: null,
      element: JSON.stringify(element),
      length: 1,
      user_id: id,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('classroom_poll_answers')
    .values({
      poll_id: await insertPoll(db, { classroom_id: elsewhere, kind: 'text', options: [] }),
      user_id: id,
      choices: [],
      text: own,
      answered_at: now,
    })
    .execute();
  const shown = await insertPdf(db, id, { classroom_id: room, user_id: id, title: own });
  await db
    .insertInto('classroom_presentations')
    .values({
      classroom_id: room,
      material_id: shown,
      user_id: id,
      page: 1,
      page_count: 2,
      may_look_ahead: true,
      updated_at: now,
    })
    .execute();
  const { first } = await insertSplit(db, elsewhere, { userIds: [id], now });
  await db.updateTable('classroom_groups').set({ name: own }).where('id', '=', first).execute();
  const comment = await insertComment(db, { classroom_id: room, user_id: people[other], body: '人のひとこと' });
  for (const [key, asker] of [
    [own, id],
    [`of-other-${own}`, people[other]],
  ] as const)
    await db
      .insertInto('classroom_questions')
      .values({ id: `que_${key}`, classroom_id: elsewhere, user_id: asker, body: own, created_at: now })
      .execute();
  await db
    .insertInto('question_votes')
    .values({ question_id: `que_of-other-${own}`, user_id: id, created_at: now })
    .execute();
  await db
    .insertInto('classroom_pins')
    .values({ id: `pin_${name}`, classroom_id: room, comment_id: comment, pinned_by: id, pinned_at: now })
    .execute();
  const event = await insertEvent(db, { organizer_id: id, title: own });
  const helped = await insertSeries(db, { host_id: people[other] });
  const spokenAt = { organizer_id: people[other], title: 'event-of-other', description: '人の案内', speaker_ids: [id] };
  await leaveTeamTraces(id, await insertEvent(db, spokenAt), helped.id, now);
  await insertHostMessage(api, { event_id: event, user_id: id, body: own });
  const ticket = {
    id: `tkt_${name}`,
    event_id: event,
    name: own,
    kind: 'general' as const,
    price: 0,
    tax_rate: 10 as const,
    quota: null,
    sale_start_at: now,
    sale_end_at: now,
  };
  await db.insertInto('ticket_types').values(ticket).execute();
  const code = { id: `dsc_${name}`, event_id: event, code: own, percent_off: 10, max_uses: 5 };
  await db.insertInto('discount_codes').values(code).execute();
  const seat = {
    id: `prt_${name}`,
    event_id: event,
    ticket_type_id: ticket.id,
    user_id: id,
    guest_email: null,
    route: 'general' as const,
    state: 'confirmed' as const,
    payment_intent_id: null,
    amount: 0,
    hold_expires_at: null,
  };
  await db
    .insertInto('participations')
    .values([seat, { ...seat, id: `prt_further_${name}`, user_id: null, lead_id: seat.id, companion_name: own }])
    .execute();
  const given = { from_user_id: id, to_user_id: id, participation_id: `prt_${name}` };
  await db
    .insertInto('seat_transfers')
    .values({ ...given, id: `trf_${name}`, created_at: now, accepted_at: now })
    .execute();
  await insertInvitation(db, { event_id: event, ticket_type_id: ticket.id, code: own, created_by: id });
  await db
    .insertInto('payments')
    .values({
      id: `pay_${name}`,
      participation_id: `prt_${name}`,
      user_id: id,
      seller_id: id,
      guest_email: null,
      title: own,
      method: 'card',
      amount: 1100,
      tax_rate: 10,
      tax: 100,
      fee: 0,
      state: 'paid',
      addressee: own,
      created_at: now,
      paid_at: now,
    })
    .execute();
  await db
    .insertInto('refunds')
    .values({
      id: `ref_${name}`,
      payment_id: `pay_${name}`,
      amount: 1100,
      reason: 'self',
      state: 'paid',
      created_at: now,
    })
    .execute();
  for (const sale of [
    { payment_id: `pay_${name}`, refund_id: null, number: `R-${own}` },
    { payment_id: null, refund_id: `ref_${name}`, number: `C-${own}` },
  ])
    await db
      .insertInto('receipts')
      .values({
        ...sale,
        id: sale.number,
        version: 1,
        content: JSON.stringify({ addressee: own }),
        digest: own,
        issued_at: now,
      })
      .execute();
  const past = { started_at: now, current_period_end: now, ended_at: now, created_at: now };
  await db
    .insertInto('subscriptions')
    .values({
      id: `sub_${name}`,
      user_id: id,
      plan_id: 'plan_standard',
      provider: 'stripe',
      state: 'cancelled',
      cancel_reason: own,
      end_reason: 'self',
      ...past,
    })
    .execute();
  await db
    .insertInto('trial_uses')
    .values({ user_id: id, card_fingerprint: own, subscription_id: `sub_${name}`, used_at: now })
    .execute();
  await db
    .insertInto('payment_customers')
    .values({ user_id: id, provider_customer_id: own, card_brand: 'visa', card_last4: '4242', updated_at: now })
    .execute();
  await db
    .insertInto('payout_accounts')
    .values({ user_id: id, provider_account_id: own, created_at: now, updated_at: now })
    .execute();
  await db
    .insertInto('payouts')
    .values({ id: `pyo_${name}`, user_id: id, amount: 1000, day: '2026-01-01', created_at: now })
    .execute();
  await db
    .insertInto('purchase_consents')
    .values({
      participation_id: `prt_${name}`,
      user_id: id,
      guardian_email: 'haha@example.test',
      token_hash: own,
      amount: 1500,
      asked_at: now,
    })
    .execute();
  await db.insertInto('calendar_feeds').values({ user_id: id, secret_hash: own, created_at: now }).execute();
  const key = { credential_id: `secret-${own}`, public_key: Buffer.from(own), counter: 0 };
  await db
    .insertInto('passkeys')
    .values({ id: `psk_${name}`, user_id: id, ...key, name: own, created_at: now })
    .execute();
  await db
    .insertInto('second_factors')
    .values({ user_id: id, secret: `secret-${own}`, created_at: now, confirmed_at: now })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_id: id, code_hash: `secret-${own}` })
    .execute();
  await db
    .insertInto('api_keys')
    .values({
      ...{ id: `key_${name}`, user_id: id, name: own, prefix: 'mnb_', key_hash: `secret-${own}`, scopes: [] },
      ...{ created_at: now, expires_at: now, last_used_on: null },
    })
    .execute();
  await db
    .insertInto('webhook_endpoints')
    .values({
      ...{ id: `whk_${name}`, user_id: id, url: `https://${own}.example/`, types: [], secret: `secret-${own}` },
      ...{ previous_secret: null, created_at: now },
    })
    .execute();
  const notification = await insertNotification(db, { user_id: id, title: own });
  await leaveNotificationTraces(id, notification, now);
  await db
    .insertInto('follows')
    .values([
      { follower_id: id, followee_id: people[other] },
      { follower_id: people[other], followee_id: id },
    ])
    .execute();
  await db.insertInto('user_blocks').values({ blocker_id: id, blocked_id: people.staff, created_at: now }).execute();
  await db
    .insertInto('professionals')
    .values({ user_id: id, org_name: own, org_url: null, invoice_registration_no: null })
    .execute();
  await db
    .insertInto('archives')
    .values({
      id: `arc_${name}`,
      source: 'classroom',
      source_id: room,
      host_id: id,
      title: own,
      category_id: 'cat_space',
      access: 'public',
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('archive_parts')
    .values({ archive_id: `arc_${name}`, user_id: id })
    .execute();
  await db
    .insertInto('archive_utterances')
    .values({ id: `utt_${name}`, archive_id: `arc_${name}`, user_id: id, from_ms: 0, until_ms: 1000 })
    .execute();
  await db
    .insertInto('recorded_tracks')
    .values({
      id: `rec_${name}`,
      classroom_id: room,
      user_id: id,
      kind: 'voice',
      track_sid: own,
      file: own,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('recorded_lines')
    .values({ id: `lin_${name}`, classroom_id: room, user_id: id, text: own, started_at: now, ended_at: now })
    .execute();
  await db
    .insertInto('archive_positions')
    .values({ archive_id: `arc_${name}`, user_id: id, position_seconds: 60, updated_at: now })
    .execute();
  await db
    .insertInto('uploads')
    .values({ id: `upl_${name}`, user_id: id, purpose: 'avatar', mime: 'image/png', size: 1, created_at: now })
    .execute();
  await db
    .insertInto('school_invites')
    .values({ partner_school_id: testSchool.id, code: own, used_by: id, used_at: now })
    .execute();
  await db
    .insertInto('anonymous_visitors')
    .values({ id: `anon_${name}`, became_user_id: id })
    .execute();
  const report = { reporter_id: id, reason: 'other' as const, detail: own, evidence: '{}', created_at: now };
  await db
    .insertInto('comment_reports')
    .values({ ...report, id: `rep_${name}`, comment_id: comment, classroom_id: room })
    .execute();
  await db
    .insertInto('question_reports')
    .values({ ...report, id: `qrp_${name}`, question_id: `que_of-other-${own}`, classroom_id: elsewhere })
    .execute();
  await db
    .insertInto('board_reports')
    .values({ ...report, id: `brp_${name}`, classroom_id: elsewhere })
    .execute();
  await db
    .insertInto('rating_reports')
    .values({ ...report, id: `rrp_${name}`, rating_id: `rat_${other}` })
    .execute();
  await db
    .insertInto('message_reports')
    .values({ ...report, id: `mrp_${name}`, message_id: `msg_${other}` })
    .execute();
  await db
    .insertInto('series_reports')
    .values({ ...report, id: `srp_${name}`, series_id: `srs_${other}` })
    .execute();
  await leaveSeries(id, name, own, now);
  await db
    .insertInto('user_reports')
    .values({ ...report, id: `urp_${name}`, reported_id: people[other] })
    .execute();
  await db
    .insertInto('archive_reports')
    .values({ ...report, id: `arp_${name}`, archive_id: `arc_${other}` })
    .execute();
  await db
    .insertInto('audit_log')
    .values({ at: now, who: 'sato', action: 'suspend', subject_id: id, detail: own })
    .execute();
}

/** Leaves a series of a user, with what somebody gets who has attended all of it. */
async function leaveSeries(id: string, name: string, own: string, now: Date): Promise<void> {
  const { db } = api;
  const series = `srs_${name}`;
  await db
    .insertInto('series')
    .values({ id: series, host_id: id, title: own, category_id: 'cat_math', created_at: now, updated_at: now })
    .execute();
  await db.insertInto('series_bookings').values({ series_id: series, user_id: id, booked_at: now }).execute();
  await db
    .insertInto('certificates')
    .values({
      id: `crt_${name}`,
      series_id: series,
      user_id: id,
      name: own,
      series_title: own,
      host_name: own,
      done_count: 1,
      date_count: 1,
      completed_at: now,
      issued_at: now,
    })
    .execute();
}

/** Leaves settings, a mute, a delivery, a device and a paused digest of a user. */
async function leaveNotificationTraces(id: string, notification: string, now: Date): Promise<void> {
  const { db } = api;
  await db
    .insertInto('notification_settings')
    .values({ user_id: id, channels: '{}', quiet_from: null, quiet_to: null, updated_at: now })
    .execute();
  await db
    .insertInto('notification_mutes')
    .values({ id: `mut_${id}`, user_id: id, scope: 'classroom', subject_id: 'cls_x', created_at: now })
    .execute();
  const times = { created_at: now, next_attempt_at: now, stale_at: now };
  await db
    .insertInto('notification_deliveries')
    .values({
      ...times,
      notification_id: notification,
      kind: 'management',
      user_id: id,
      channel: 'mail',
      subscription_id: null,
    })
    .execute();
  const session = await db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
  await db
    .insertInto('push_subscriptions')
    .values({
      id: `psh_${id}`,
      user_id: id,
      session_id: session.id,
      endpoint: `https://push.example.com/${id}`,
      p256dh: 'key',
      auth: 'key',
      created_at: now,
    })
    .execute();
  await db.insertInto('guardian_digests').values({ user_id: id, paused_at: now }).execute();
}

/** Returns every column of every table that refers to a user, by a foreign key or by its name. */
async function columnsOfPeople(): Promise<{ place: string; table: string; column: string }[]> {
  const { rows } = await api.pool.query<{ table: string; column: string }>(`
    select cl.relname as table, att.attname as column from pg_attribute att
    join pg_class cl on cl.oid = att.attrelid join pg_namespace ns on ns.oid = cl.relnamespace
    where ns.nspname = 'public' and cl.relkind = 'r' and att.attnum > 0 and not att.attisdropped and (
      exists (select 1 from pg_constraint con where con.contype = 'f' and con.conrelid = cl.oid and con.confrelid = 'users'::regclass and att.attnum = any(con.conkey))
      or att.attname ~ '^(.*_)?(user|person|host|organizer|owner|author|follower|followee|blocker|blocked|reporter|reported|subject|actor|member|sender)_id$'
      or att.attname ~ '^(used|kicked|created|invited|decided)_by$')`);
  return (
    rows
      // Members of teams, who need no account.
      .filter(({ table, column }) => !['releases', 'release_tokens'].includes(table) || column !== 'created_by')
      .map(({ table, column }) => ({ place: `${table}.${column}`, table, column }))
  );
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await api.pool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  );
  return rows.map(({ column_name: name }) => name);
}

describe('the data export of a user', () => {
  it.each<[Caller, number]>([
    ['unauthenticated', 401],
    ['anonymous', 401],
    ['adult', 200],
    ['student', 200],
    ['child', 200],
    ['school', 200],
    ['professional', 200],
    ['resubmit', 200],
    ['suspended', 200],
  ])('answers %s with %d', async (caller, status) => {
    expect((await api.as(caller).post('/me/data_export')).status).toBe(status);
  });

  it('contains all data of the user and none of others, through a link to a verified address', async () => {
    await leaveTraces('adult', 'otherAdult');
    await leaveTraces('student', 'otherStudent');
    expect((await api.as('adult').post('/me/data_export')).body).toEqual({ state: 'sent', url: null });
    const mail = (await api.mail.deliver())[0];
    expect(mail?.to).toBe(emailOf('adult'));
    const answer = await api.as('unauthenticated').get(`/data_exports/${tokenIn(mail)}`);
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.body).toMatchObject({
      person: { email: emailOf('adult'), birth_date: '1985-05-20' },
      organisation: { org_name: 'adult-trace' },
      comments: [{ body: 'adult-trace' }],
      events: [{ title: 'adult-trace' }],
      ticketTypes: [{ name: 'adult-trace' }],
      discountCodes: [{ code: 'adult-trace', percent_off: 10 }],
      eventsSpokenAt: [{ title: 'event-of-other' }],
      classroomBoards: [{ is_open: true }],
      payments: [{ amount: 1100, addressee: 'adult-trace' }],
      refunds: [{ payment_id: 'pay_adult', amount: 1100, reason: 'self' }],
      companions: [{ companion_name: 'adult-trace' }],
    });
    expect(answer.body.receipts).toHaveLength(2);
    expect(answer.body.receipts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ number: 'R-adult-trace', content: { addressee: 'adult-trace' } }),
        expect.objectContaining({ number: 'C-adult-trace' }),
      ]),
    );

    const columns = await columnsOfPeople();
    // A new table must be given its place here.
    expect(columns.map(({ place }) => place).filter((place) => !(place in placeOf))).toEqual([]);
    expect(Object.keys(placeOf).filter((place) => !columns.some((column) => column.place === place))).toEqual([]);
    const keptBack = new Set<string>();
    for (const { place, table, column } of columns) {
      const key = placeOf[place];
      if (!key) continue;
      const {
        rows: [row],
      } = await api.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${column} = $1`, [
        api.people.adult,
      ]);
      const exported = [answer.body[key]].flat();
      expect({ place, rows: exported.length }).toEqual({ place, rows: row?.n });
      expect(row?.n).toBeGreaterThan(0);
      for (const name of await columnsOf(table))
        if (!(name in exported[0]) && placeOf[`${table}.${name}`] !== key) keptBack.add(`${key}: ${name}`);
    }
    // A new column must be exported, or be given its place among those that are kept back.
    expect([...keptBack].sort()).toEqual(columnsKeptBack);

    const text = JSON.stringify(answer.body);
    for (const stranger of [
      'student-trace',
      '人のひとこと',
      '人の案内',
      emailOf('student'),
      emailOf('otherAdult'),
      'argon2',
      // Of passkeys and of the second factor.
      'secret-',
      'sato',
    ])
      expect(text).not.toContain(stranger);
  });

  it("contains every column of the user's own row except secrets and counters", async () => {
    const { body } = await api.as('school').post('/me/data_export');
    const { body: file } = await api.as('unauthenticated').get((body.url as string).replace('/v1', ''));
    const left = (await columnsOf('users')).filter((name) => !(name in file.person));
    expect(left.sort()).toEqual([
      'follower_count',
      'following_count',
      'is_demo',
      'partner_school_id',
      'password_hash',
      'purged_at',
      'stripe_invoice_status',
    ]);
    expect(file.person.partner_school).toBe(testSchool.name);
  });

  it('is returned directly without a verified address, and rejects other links', async () => {
    const { body } = await api.as('school').post('/me/data_export');
    expect(body.state).toBe('ready');
    expect((await api.as('unauthenticated').get((body.url as string).replace('/v1', ''))).status).toBe(200);
    expect(await api.as('unauthenticated').get('/data_exports/x')).toMatchObject({
      status: 410,
      body: { code: 'link_expired' },
    });
  });

  it('is rate limited', async () => {
    const statuses = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await api.as('adult').post('/me/data_export')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  const open = (path: string, remoteAddress: string) => api.app.inject({ url: path, remoteAddress });
  const linkOf = async (caller: Caller) => (await api.as(caller).post('/me/data_export')).body.url as string;

  it('is built 20 times an hour for one user, wherever the link is opened', async () => {
    const url = await linkOf('school');
    for (let call = 0; call < 20; call += 1) expect((await open(url, `192.0.2.${call}`)).statusCode).toBe(200);
    const beyond = await open(url, '192.0.2.100');
    expect(beyond.json()).toMatchObject({ code: 'rate_limited' });
    // The hour began a moment ago.
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(3500);
  });

  it('is opened 60 times an hour from one address, counting invalid links', async () => {
    const url = await linkOf('school');
    for (let call = 0; call < 60; call += 1)
      expect((await open('/v1/data_exports/x', '192.0.2.1')).statusCode).toBe(410);
    expect((await open(url, '192.0.2.1')).json()).toMatchObject({ code: 'rate_limited' });
    expect((await open(url, '192.0.2.2')).statusCode).toBe(200);
  });

  it('is built one at a time with ten waiting; further requests are refused at once', async () => {
    const url = await linkOf('school');
    const busy: unknown[] = [];
    let answers: Promise<{ statusCode: number }>[] = [];
    // Locks this table until the transaction ends, so the file being built stays in progress.
    await api.db.transaction().execute(async (trx) => {
      await sql`lock table comment_reports in access exclusive mode`.execute(trx);
      await new Promise<void>((done) => {
        answers = Array.from({ length: 20 }, async (_, call) => {
          const answer = await open(url, `192.0.2.${call}`);
          if (answer.statusCode !== 200 && busy.push(answer.json()) === 9) done();
          return answer;
        });
      });
    });
    expect((await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(11);
    expect(busy).toEqual(new Array(9).fill(expect.objectContaining({ code: 'unavailable' })));
  });
});
