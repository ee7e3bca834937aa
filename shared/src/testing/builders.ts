import { addMinutes } from 'date-fns';

import type { Category } from '../contract/categories';
import type { ClassroomComment } from '../contract/classroom-comments';
import { type Classroom, CLASSROOM_MINUTES, type ClassroomDetail } from '../contract/classrooms';
import type { Kind } from '../contract/endpoint';
import type { OrganizedEvent } from '../contract/event-editing';
import type { ClassroomEvent, Professional } from '../contract/events';
import type { UserNotification } from '../contract/notifications';
import type { Plan, Subscription } from '../contract/plans';
import type { ArchiveTicket, Participation, TicketType } from '../contract/tickets';
import type { AnonymousMe, SignedInMe, User, UserProfile } from '../contract/users';
import type { AppConfig } from '../page/boot-data';

let count = 0;
const next = (prefix: string) => `${prefix}_${String(++count).padStart(4, '0')}`;
/** A moment, `minutes` from now. */
export const inMinutes = (minutes: number) => addMinutes(Date.now(), minutes).toISOString();

export function aUser(changes: Partial<User> = {}): User {
  return {
    id: next('usr'),
    nickname: '小林 亮太',
    avatarUrl: null,
    introduction: '',
    job: '',
    isProfessional: false,
    followerCount: 0,
    followingCount: 0,
    isFollowed: false,
    canBeFollowed: true,
    createdAt: inMinutes(-100_000),
    ...changes,
  };
}

/** A user as shown on their profile. */
export function aProfile(changes: Partial<UserProfile> = {}): UserProfile {
  return { ...aUser(), classroomCount: 0, isBlocked: false, organisation: null, rating: null, ...changes };
}

const kindChanges = {
  adult: {},
  student: { isStudentAge: true },
  child: { isStudentAge: true, canCommunicateAge: false, canBeFollowed: false },
  school: {
    isStudentAge: true,
    isPartnerSchoolStudent: true,
    partnerSchoolId: 'sch_0001',
    partnerSchool: { name: '港高校', policy: { canCreate: true, canSpeak: true, classmatesOnly: false } },
    email: null,
  },
  professional: { role: 'professional', isProfessional: true },
} as const satisfies Record<Exclude<Kind, 'anonymous'>, Partial<SignedInMe>>;

/** A signed-in user of a kind; `aMe('anonymous')` is a visitor with a session. */
export function aMe(kind: 'anonymous'): AnonymousMe;
export function aMe(kind?: Exclude<Kind, 'anonymous'>, changes?: Partial<SignedInMe>): SignedInMe;
export function aMe(kind: Kind = 'adult', changes: Partial<SignedInMe> = {}): SignedInMe | AnonymousMe {
  if (kind === 'anonymous') return { role: 'anonymous', id: next('anon') };
  return {
    ...aUser({ nickname: '宮下 紗季' }),
    role: 'user',
    email: 'saki.miyashita@example.jp',
    state: 'active',
    isStudentAge: false,
    canCommunicateAge: true,
    isPartnerSchoolStudent: false,
    partnerSchoolId: null,
    partnerSchool: null,
    guardianConsent: null,
    isSubscribed: false,
    willUnsubscribed: false,
    subscriptionExpiresAt: null,
    stripeInvoiceStatus: null,
    unreadNotificationCount: 0,
    fromFirebase: { emailVerified: changes.state !== 'email_unverified' },
    resubmitReason: null,
    suspendReason: null,
    pendingEmail: null,
    guardianEmail: null,
    isMailDelayed: false,
    hasPassword: true,
    organisation: null,
    guardianConsentNeeded: false,
    canCreateClassroom: true,
    isEventMember: false,
    ...kindChanges[kind],
    ...changes,
  };
}

/** A plan of 1,000 yen a month with a 14-day trial. */
export function aPlan(changes: Partial<Plan> = {}): Plan {
  return {
    id: 'plan_standard',
    name: 'スタンダード',
    price: 1000,
    interval: 'month',
    audience: 'all',
    trialDays: 14,
    features: ['プラン会員向けのアーカイブを視聴'],
    stripePriceId: null,
    appProductId: null,
    ...changes,
  };
}

/** A subscription paid by card that renews in ten days. */
export function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  const plan = changes.plan ?? aPlan();
  const currentPeriodEnd = inMinutes(10 * 24 * 60);
  return {
    id: next('sub'),
    userId: 'usr_1',
    planId: plan.id,
    plan,
    provider: 'stripe',
    state: 'active',
    startedAt: inMinutes(-20 * 24 * 60),
    trialEndsAt: null,
    currentPeriodEnd,
    willUnsubscribed: false,
    nextPlan: null,
    nextPayment: { at: currentPeriodEnd, amount: plan.price },
    invoiceStatus: 'paid',
    nextRetryAt: null,
    openInvoice: null,
    couponCode: null,
    endedAt: null,
    endReason: null,
    manageUrl: null,
    ...changes,
  };
}

export function aCategory(changes: Partial<Category> = {}): Category {
  return { id: next('cat'), name: '数学', interests: [], order: 1, ...changes };
}

/** A scheduled classroom that starts in an hour. */
export function aClassroom(changes: Partial<Classroom> = {}): Classroom {
  const startAt = changes.startAt ?? inMinutes(60);
  return {
    id: next('cls'),
    name: '三角関数の合成を、図だけで理解する',
    description: '',
    categoryId: 'cat_0001',
    interestIds: [],
    host: aUser(),
    startAt,
    minutes: CLASSROOM_MINUTES,
    eventId: null,
    endAt: addMinutes(startAt, CLASSROOM_MINUTES).toISOString(),
    state: 'scheduled',
    allUsers: true,
    audienceMode: false,
    privateMode: false,
    locked: false,
    isGuarded: false,
    recording: false,
    coverUrl: null,
    frameUrl: null,
    rating: null,
    series: null,
    reservedCount: 0,
    participantCount: 0,
    commentCount: 0,
    maxSpeakers: 50,
    maxListeners: 500,
    isReserved: false,
    myRole: null,
    archiveId: null,
    startedAt: null,
    endedAt: null,
    createdAt: inMinutes(-60),
    updatedAt: inMinutes(-60),
    ...changes,
  };
}

export function aClassroomDetail(changes: Partial<ClassroomDetail> = {}): ClassroomDetail {
  const own = { reservedUsers: [], hasMedia: true, canRecord: false, hasMaterials: false, hasMessages: false };
  return { ...aClassroom(changes), ...own, ...changes };
}

export function aComment(changes: Partial<ClassroomComment> = {}): ClassroomComment {
  return {
    id: next('cmt'),
    classroomId: 'cls_0001',
    user: aUser(),
    body: '楽しみにしています。',
    createdAt: inMinutes(-5),
    deletedAt: null,
    deletedBy: null,
    isMine: false,
    isBlocked: false,
    editedAt: null,
    replyTo: null,
    ...changes,
  };
}

export function aProfessional(changes: Partial<Professional> = {}): Professional {
  return {
    ...aUser({ nickname: 'みなと天文台', isProfessional: true }),
    orgName: 'みなと天文台',
    orgUrl: null,
    invoiceRegistrationNo: null,
    categoryIds: [],
    nextClassroomAt: null,
    classroomCount: 0,
    verifiedAt: inMinutes(-100_000),
    rating: null,
    ...changes,
  };
}

export function aTicketType(changes: Partial<TicketType> = {}): TicketType {
  return {
    id: next('tkt'),
    eventId: 'evt_0001',
    name: '一般',
    kind: 'general',
    price: 1500,
    taxRate: 10,
    quota: 100,
    sold: 0,
    held: 0,
    waitlistedCount: 0,
    saleStartAt: inMinutes(-10_000),
    saleEndAt: inMinutes(10_000),
    maxPerUser: 1,
    ...changes,
  };
}

/** The ticket for the archive of an event, on sale. */
export function anArchiveTicket(changes: Partial<ArchiveTicket> = {}): ArchiveTicket {
  const fields = aTicketType({ name: 'アーカイブ視聴', price: 1200, quota: null });
  return { ...fields, kind: 'archive', ...changes };
}

/** A confirmed participation of a general ticket. */
export function aParticipation(changes: Partial<Participation> = {}): Participation {
  return {
    id: next('ptc'),
    eventId: 'evt_0001',
    ticketTypeId: 'tkt_0001',
    userId: 'usr_0001',
    guestEmail: null,
    route: 'general',
    state: 'confirmed',
    paymentIntentId: null,
    amount: 1500,
    discount: 0,
    seats: 1,
    companionName: null,
    holdExpiresAt: null,
    waitlistPosition: null,
    paymentMethod: null,
    konbini: null,
    cancelReason: null,
    cancelledAt: null,
    fullRefund: null,
    isGiven: false,
    joinUrl: null,
    receiptId: null,
    icsUrl: '/v1/me/aud/events/evt_0001/calendar.ics',
    createdAt: inMinutes(-1),
    ...changes,
  };
}

/** A published event in two weeks. */
export function anEvent(changes: Partial<ClassroomEvent> = {}): ClassroomEvent {
  return {
    id: next('evt'),
    title: '宇宙望遠鏡が見た最初の銀河',
    subtitle: '',
    description: '',
    imageUrl: null,
    organizer: aProfessional(),
    speakers: [],
    categoryId: 'cat_0001',
    startAt: inMinutes(20_160),
    endAt: inMinutes(20_250),
    entryOpenAt: inMinutes(20_130),
    state: 'published',
    tickets: [aTicketType()],
    archiveTicket: null,
    participantCount: 0,
    participants: [],
    classroomId: null,
    archiveId: null,
    myParticipation: null,
    refundPolicy: 'until_24_hours',
    cancelPolicy: '',
    allowsTransfers: true,
    cancelReason: '',
    rating: null,
    series: null,
    ...changes,
  };
}

export const anOrganizedEvent = (changes: Partial<OrganizedEvent> = {}): OrganizedEvent => ({
  ...anEvent(),
  myAccess: { isOwner: true, roles: [] },
  waitlistedCount: 0,
  missing: [],
  publishedAt: null,
  cancelledAt: null,
  updatedAt: '2026-11-22T00:00:00.000Z',
  ...changes,
});

export function aNotification(changes: Partial<UserNotification> = {}): UserNotification {
  return {
    id: next('ntf'),
    kind: 'reservedClassroomStarted',
    kindIndex: 8,
    title: '古文単語を物語で覚える',
    body: '',
    sentence: [
      { text: '予約した教室', as: 'words' },
      { text: '「古文単語を物語で覚える」', as: 'subject' },
      { text: 'が始まりました', as: 'words' },
    ],
    url: '/classrooms/cls_0001',
    actor: null,
    groupCount: 1,
    muteScopes: ['classroom'],
    isRead: false,
    createdAt: inMinutes(-10),
    ...changes,
  };
}

export function aConfig(changes: Partial<AppConfig> = {}): AppConfig {
  return {
    publicUrl: 'http://localhost',
    closure: { endedOn: '2025-03-31', url: 'https://example.com/closure', mode: 'notice' },
    links: {
      help: 'https://example.com/help',
      company: 'https://example.com/',
      appStore: 'https://example.com/app',
      social: 'https://example.com/social',
    },
    communicateMinAge: 13,
    hasSecureCookies: false,
    operator: {},
    identity: null,
    isDemo: false,
    isDevelopment: false,
    shellVersion: 'shell-1',
    ...changes,
  };
}

/** One page of a list. */
export function aPage<T>(items: T[], nextCursor: string | null = null): { items: T[]; nextCursor: string | null } {
  return { items, nextCursor };
}
