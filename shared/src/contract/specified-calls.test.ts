import { contract } from './contract';
import type { EndpointDefinition } from './endpoint';

const endpoints: EndpointDefinition[] = Object.values(contract);

/** The calls in the specification, in its order; the last, DELETE /api/signout, belongs to the web server. */
const SPECIFIED = `
getAppSubscriptionPlan listSubscriptionPlans listEventArchives listArchives getArchive listArchiveRecommends watchArchive resetPassword requestPasswordReset signIn
signInPartnerSchool signUp signUpProfessional signUpPartnerSchool refreshToken verifyEmail signInWithProvider signInAnonymous signUpWithProvider
signUpProfessionalWithProvider resendEmailVerification listCategories listCategoryArchives checkTrialCoupon listClassrooms createClassroom getClassroom updateClassroom
deleteClassroom listClassroomComments createClassroomComment deleteClassroomComment reportClassroomComment generateCameraToken generateToken generateVideoToken
prepareClassroom getClassroomLink shareClassroom createReservation deleteReservation joinClassroom leaveClassroom updateMuting sendReaction kickClassroomUser
updateClassroomUserRole listEvents getEvent createGuestPaymentIntent getMe updateMe deleteMe createAppSubscription listMyEvents getMyEvent createPremiumParticipation
createStudentParticipation redeemInvitation createParticipation createPaymentIntent listMeFollowing getNotificationSettings updateNotificationSettings listNotifications
readNotification getNotification listSaleHistories signOut getStripeCard getStripeConnect createStripeConnect createTransfer createSubscription updateSubscription
deleteSubscription getSubscriptionTrial listProfessionals getUser listUserArchives listFollowers listFollowing followUser unfollowUser`
  .trim()
  .split(/\s+/);

/** The closed list of the specification: calls that clients never retry. */
const NEVER_RETRIED = [
  'getMe',
  'listMeFollowing',
  'createClassroom',
  'updateClassroom',
  'createClassroomComment',
  'signInAnonymous',
  'sendReaction',
  'signUp',
  'signUpProfessional',
  'signUpPartnerSchool',
  'signUpWithProvider',
  'signUpProfessionalWithProvider',
];

const namesOf = (those: EndpointDefinition[]) => those.map(({ name }) => name).sort();

it('the specification names 84 calls of the api', () => {
  expect(new Set(SPECIFIED).size).toBe(84);
});

it('marks exactly the calls outside the specification as extensions', () => {
  expect(namesOf(endpoints.filter(({ isExtension }) => isExtension !== true))).toEqual(
    namesOf(endpoints.filter(({ name }) => SPECIFIED.includes(name))),
  );
});

it('retries every specified call except those in the closed list', () => {
  const specified = endpoints.filter(({ name }) => SPECIFIED.includes(name));
  expect(namesOf(specified.filter(({ maxRetries }) => maxRetries === 0))).toEqual([...NEVER_RETRIED].sort());
});

it('tags cached responses with the nine tags of the specification, Notification, Rating, Subscription and Staff', () => {
  const tags = new Set(endpoints.flatMap(({ tags: own = [], invalidates = [] }) => [...own, ...invalidates]));
  const known = [
    'All',
    'Archive',
    'Category',
    'Classroom',
    'ClassroomComment',
    'Event',
    'Follow',
    'User',
    'Auth',
    'Notification',
    'Rating',
    'Subscription',
    'Staff',
  ];
  expect([...tags].filter((tag) => !known.includes(tag))).toEqual([]);
});

/** Retried calls that have an effect and would respond differently the second time without an idempotency key. */
const KEYED = [
  'resetPassword',
  'requestPasswordReset',
  'signIn',
  'signInPartnerSchool',
  'refreshToken',
  'verifyEmail',
  'signInWithProvider',
  'resendEmailVerification',
  'updateMe',
  'deleteMe',
  'joinClassroom',
];
it('sends an idempotency key with every retried call that is not naturally idempotent', () => {
  expect(KEYED.filter((name) => endpoints.find((endpoint) => endpoint.name === name)?.idempotencyKey !== true)).toEqual(
    [],
  );
});
