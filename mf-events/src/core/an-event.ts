import type { ClassroomEvent, Professional, TicketType } from '@manabiba/shared/contract/events';
import type { AnonymousMe, SignedInMe, User } from '@manabiba/shared/contract/users';

/** The moment at which the tests of this remote take place: a Saturday evening in Japan. */
export const NOW = new Date('2026-11-21T09:30:00.000Z');

export const aPerson = (changes: Partial<User> = {}): User => ({
  id: 'usr_fujii', nickname: '藤井 大輔', avatarUrl: null, introduction: '', job: '観測天文学 研究員', isProfessional: false, followerCount: 0,
  followingCount: 0, isFollowed: false, canBeFollowed: true, createdAt: '2026-01-01T00:00:00.000Z', ...changes,
});

export const anOrganizer = (changes: Partial<Professional> = {}): Professional => ({
  ...aPerson({ id: 'usr_minato', nickname: 'みなと天文台', job: '公開天文台・教育普及', isProfessional: true, followerCount: 5208 }),
  orgName: 'みなと天文台', orgUrl: null, invoiceRegistrationNo: null, categoryIds: [], nextClassroomAt: null, classroomCount: 0,
  verifiedAt: '2026-01-01T00:00:00.000Z', ...changes,
});

export const aTicket = (changes: Partial<TicketType> = {}): TicketType => ({
  id: 'tkt_general', eventId: 'evt_galaxy', name: '一般', kind: 'general', price: 1500, taxRate: 10, quota: 100, sold: 20, held: 0,
  saleStartAt: '2026-11-01T00:00:00.000Z', saleEndAt: '2026-12-05T04:30:00.000Z', maxPerUser: 1, ...changes,
});

export const anEvent = (changes: Partial<ClassroomEvent> = {}): ClassroomEvent => ({
  id: 'evt_galaxy', title: '宇宙望遠鏡が見た最初の銀河', subtitle: '研究者と話す90分', description: '最初の星は、いつ光りはじめたのでしょうか。\n\n後半は質問の時間です。',
  imageUrl: null, organizer: anOrganizer(), speakers: [], categoryId: 'cat_space', startAt: '2026-12-05T05:00:00.000Z',
  endAt: '2026-12-05T06:30:00.000Z', entryOpenAt: '2026-12-05T04:50:00.000Z', state: 'published', tickets: [aTicket()],
  participantCount: 0, participants: [], classroomId: null, archiveId: null, myParticipation: null, cancelPolicy: '開始の24時間前まで取り消すことができます。',
  ...changes,
});

export const aVisitor = (): AnonymousMe => ({ role: 'anonymous', id: 'anon_1' });

export const aMe = (changes: Partial<SignedInMe> = {}): SignedInMe => ({
  ...aPerson({ id: 'usr_me', nickname: '宮下 紗季' }), role: 'user', email: 'adult@demo.manabiba.test', state: 'active', isStudentAge: false,
  canCommunicateAge: true, isPartnerSchoolStudent: false, partnerSchoolId: null, isSubscribed: false, willUnsubscribed: false,
  subscriptionExpiresAt: null, stripeInvoiceStatus: null, unreadNotificationCount: 0, fromFirebase: { emailVerified: true }, resubmitReason: null,
  guardianConsentNeeded: false, canCreateClassroom: true, ...changes,
});
