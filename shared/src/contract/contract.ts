import * as account from './account';
import * as accountLinks from './account-links';
import * as analytics from './analytics';
import * as announcements from './announcements';
import * as apiKeys from './api-keys';
import * as archiveEditing from './archive-editing';
import * as archives from './archives';
import * as auth from './auth';
import * as calendarFeeds from './calendar-feeds';
import * as categories from './categories';
import * as classroomBoard from './classroom-board';
import * as classroomComments from './classroom-comments';
import * as classroomGroups from './classroom-groups';
import * as classroomMaterials from './classroom-materials';
import * as classroomMessages from './classroom-messages';
import * as classroomMissed from './classroom-missed';
import * as classroomPolls from './classroom-polls';
import * as classroomQuestions from './classroom-questions';
import * as classroomSummaries from './classroom-summaries';
import * as classrooms from './classrooms';
import * as companions from './companions';
import * as discountCodes from './discount-codes';
import * as earnings from './earnings';
import type { EndpointDefinition } from './endpoint';
import * as eventEditing from './event-editing';
import * as eventMessages from './event-messages';
import * as eventSales from './event-sales';
import * as eventTeam from './event-team';
import * as eventTickets from './event-tickets';
import * as events from './events';
import * as follows from './follows';
import * as guestTickets from './guest-tickets';
import * as hostFigures from './host-figures';
import * as liveFrames from './live-frames';
import * as media from './media';
import * as notificationSettings from './notification-settings';
import * as notifications from './notifications';
import * as participations from './participations';
import * as passkeys from './passkeys';
import * as payments from './payments';
import * as payouts from './payouts';
import * as plans from './plans';
import * as professionals from './professionals';
import * as purchaseConsents from './purchase-consents';
import * as pushSubscriptions from './push-subscriptions';
import * as ratings from './ratings';
import * as realtime from './realtime';
import * as receipts from './receipts';
import * as roomModeration from './room-moderation';
import * as rooms from './rooms';
import * as schoolCodes from './school-codes';
import * as schoolSignIn from './school-sign-in';
import * as search from './search';
import * as seatProof from './seat-proof';
import * as seatTransfers from './seat-transfers';
import * as secondFactor from './second-factor';
import * as series from './series';
import * as seriesTeam from './series-team';
import * as signUp from './sign-up';
import * as sitemap from './sitemap';
import * as staffAudit from './staff-audit';
import * as staffCounts from './staff-counts';
import * as staffEvents from './staff-events';
import * as staffMoney from './staff-money';
import * as staffPeople from './staff-people';
import * as staffPlans from './staff-plans';
import * as staffReleases from './staff-releases';
import * as staffReports from './staff-reports';
import * as staffReviews from './staff-reviews';
import * as staffRoles from './staff-roles';
import * as staffSchools from './staff-schools';
import * as staffSession from './staff-session';
import * as teams from './teams';
import * as terms from './terms';
import * as uploads from './uploads';
import * as users from './users';
import * as webhooks from './webhooks';

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends EndpointDefinition ? Name : never]: Module[Name];
};

const isEndpoint = (exported: unknown): boolean =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;

/** Returns what a module exports as an endpoint, without its schemas and constants. */
const endpointsOf = <Module extends object>(module: Module) =>
  Object.fromEntries(Object.entries(module).filter(([, exported]) => isEndpoint(exported))) as EndpointsOf<Module>;

/**
 * Every call of the product by name. The api iterates over it; browsers receive only the generated references
 * (data/endpoints.ts).
 */
export const contract = {
  ...endpointsOf(account),
  ...endpointsOf(accountLinks),
  ...endpointsOf(analytics),
  ...endpointsOf(announcements),
  ...endpointsOf(apiKeys),
  ...endpointsOf(archiveEditing),
  ...endpointsOf(archives),
  ...endpointsOf(auth),
  ...endpointsOf(calendarFeeds),
  ...endpointsOf(categories),
  ...endpointsOf(classroomBoard),
  ...endpointsOf(classroomComments),
  ...endpointsOf(classroomGroups),
  ...endpointsOf(classroomMaterials),
  ...endpointsOf(classroomMessages),
  ...endpointsOf(classroomMissed),
  ...endpointsOf(classroomPolls),
  ...endpointsOf(classroomQuestions),
  ...endpointsOf(classroomSummaries),
  ...endpointsOf(classrooms),
  ...endpointsOf(companions),
  ...endpointsOf(discountCodes),
  ...endpointsOf(earnings),
  ...endpointsOf(eventEditing),
  ...endpointsOf(eventMessages),
  ...endpointsOf(eventSales),
  ...endpointsOf(eventTeam),
  ...endpointsOf(eventTickets),
  ...endpointsOf(events),
  ...endpointsOf(follows),
  ...endpointsOf(guestTickets),
  ...endpointsOf(hostFigures),
  ...endpointsOf(liveFrames),
  ...endpointsOf(media),
  ...endpointsOf(notificationSettings),
  ...endpointsOf(notifications),
  ...endpointsOf(participations),
  ...endpointsOf(passkeys),
  ...endpointsOf(payments),
  ...endpointsOf(payouts),
  ...endpointsOf(plans),
  ...endpointsOf(professionals),
  ...endpointsOf(purchaseConsents),
  ...endpointsOf(pushSubscriptions),
  ...endpointsOf(ratings),
  ...endpointsOf(realtime),
  ...endpointsOf(receipts),
  ...endpointsOf(roomModeration),
  ...endpointsOf(rooms),
  ...endpointsOf(schoolCodes),
  ...endpointsOf(schoolSignIn),
  ...endpointsOf(search),
  ...endpointsOf(seatProof),
  ...endpointsOf(seatTransfers),
  ...endpointsOf(secondFactor),
  ...endpointsOf(series),
  ...endpointsOf(seriesTeam),
  ...endpointsOf(signUp),
  ...endpointsOf(sitemap),
  ...endpointsOf(staffAudit),
  ...endpointsOf(staffCounts),
  ...endpointsOf(staffEvents),
  ...endpointsOf(staffMoney),
  ...endpointsOf(staffPeople),
  ...endpointsOf(staffPlans),
  ...endpointsOf(staffReleases),
  ...endpointsOf(staffReports),
  ...endpointsOf(staffReviews),
  ...endpointsOf(staffRoles),
  ...endpointsOf(staffSchools),
  ...endpointsOf(staffSession),
  ...endpointsOf(teams),
  ...endpointsOf(terms),
  ...endpointsOf(uploads),
  ...endpointsOf(users),
  ...endpointsOf(webhooks),
};

export type Contract = typeof contract;
