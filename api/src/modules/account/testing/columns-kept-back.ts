/** Secrets: with these one could act as the user, or enter where they admitted only a few. */
const secrets = {
  apiKeys: 'key_hash',
  calendarFeeds: 'secret_hash',
  classrooms: 'private_key',
  links: 'token_hash',
  // Kept only until the mail is sent, with links that reset a password or give consent.
  mails: 'content',
  participations: 'guest_intent guest_session guest_token_hash',
  passkeys: 'counter credential_id public_key',
  purchaseConsents: 'token_hash',
  pushSubscriptions: 'auth p256dh',
  recoveryCodes: 'code_hash',
  seatTransfers: 'token_hash',
  secondFactor: 'last_step secret',
  teams: 'token_hash',
  webhooks: 'previous_secret secret',
};

/** Data about other people, or that other people wrote, chose or caused. */
const ofOthers = {
  // The decision says what was done to whoever is reported; the state says whether the report was right.
  archiveReports: 'decided_by decision evidence',
  boardReports: 'decided_by decision evidence',
  commentReports: 'decided_by decision evidence',
  messageReports: 'decided_by decision evidence',
  personReports: 'decided_by decision evidence',
  questionReports: 'decided_by decision evidence',
  ratingReports: 'decided_by decision evidence',
  seriesReports: 'decided_by decision evidence',
  decisionsOfStaff: 'who',
  notifications: 'actor_id',
  // A seat that was given to the user still has the codes and the companion of whoever bought it.
  participations: 'companion_name discount_code_id invitation_id lead_id',
  payments: 'fee seller_id',
  ratingAnswers: 'created_at edited_at is_nameless is_public note removed_at stars user_id',
  ratings: 'host_id',
  // The reason is a note of the host, which may name who complained.
  rooms: 'kick_reason kicked_by',
  sales: 'addressee card_brand card_last4 failure_code guest_email participation_id user_id',
  signUpCodes: 'created_at revoked_at',
  teamActs: 'participation_id',
};

/** What only the service itself needs: counters, versions, names of rows, times of jobs, ids at providers. */
const internals = {
  archiveReports: 'id',
  archiveUtterances: 'id',
  archives:
    'caption_url captions_version compose_at compose_failures compose_revision media_info media_version progress thumbnail_url watch_count',
  boardElements: 'epoch id length position version version_nonce',
  boardReports: 'id',
  captionLines: 'id',
  card: 'card_fingerprint payment_method_id provider_customer_id',
  classroomGroups: 'id is_voice_lent',
  classrooms: 'calendar_sequence comment_count forgotten_at is_demo minutes_left participant_count reserved_count',
  commentReports: 'id',
  decisionsOfStaff: 'id',
  events: 'calendar_sequence is_demo participant_count',
  hostMessages: 'id number',
  mails: 'attempts id next_attempt_at',
  messageReports: 'id',
  notificationDeliveries: 'attempts id next_attempt_at stale_at',
  notificationMutes: 'id',
  notifications: 'cause_id group_count group_id is_listed',
  participations: 'payment_intent_id',
  payments: 'bundle_id provider_intent_id provider_invoice_id',
  payouts: 'provider_transfer_id refusals',
  personReports: 'id',
  pins: 'id',
  questionReports: 'id',
  ratingAnswers: 'id',
  ratingReports: 'id',
  ratings: 'id',
  recordings: 'egress_id file id track_sid',
  rooms: 'seat tab_id',
  sales: 'bundle_id provider_intent_id provider_invoice_id',
  seatTransfers: 'id',
  seriesReports: 'id',
  subscriptions: 'open_invoice_id payment_method_id provider_event_at provider_subscription_id settle_at version',
  teamActs: 'id',
  teams: 'id',
  trials: 'card_fingerprint',
};

/** What the export says in another way, and what is empty in rows of this kind. */
const saidOtherwise = {
  classroomGroups: 'group_id split_id',
  participations: 'guest_visitor_id',
  ratingAnswers: 'archive_id classroom_id event_id',
  ratings: 'archive_id classroom_id event_id',
  rooms: 'anonymous_id guest_name guest_participation_id',
  sales: 'kind subscription_id',
  seatTransfers: 'email',
  secondFactor: 'confirmed_at',
  sessions: 'anonymous_id',
  signUpCodes: 'partner_school_id',
  subscriptions: 'next_plan_id plan_id price_told_of',
  // An invitation to the user's own address.
  teams: 'email',
};

/** The columns that an export leaves out, as `place: column`; sorted. */
export const columnsKeptBack = [secrets, ofOthers, internals, saidOtherwise]
  .flatMap((group) => Object.entries(group))
  .flatMap(([place, columns]) => columns.split(' ').map((column) => `${place}: ${column}`))
  .sort();
