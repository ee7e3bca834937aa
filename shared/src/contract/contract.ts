import * as account from './account';
import * as accountLinks from './account-links';
import * as analytics from './analytics';
import * as announcements from './announcements';
import { apiKeysContract } from './api-keys';
import * as archiveEditing from './archive-editing';
import * as archives from './archives';
import * as auth from './auth';
import * as calendarFeeds from './calendar-feeds';
import * as categories from './categories';
import * as comments from './classroom-comments';
import { classroomMessageContract } from './classroom-messages';
import * as summaries from './classroom-summaries';
import * as classrooms from './classrooms';
import { companionsContract } from './companions';
import { discountCodesContract } from './discount-codes';
import * as earnings from './earnings';
import * as eventEditing from './event-editing';
import { eventMessageContract } from './event-messages';
import * as eventSales from './event-sales';
import { eventTeamContract } from './event-team';
import * as eventTickets from './event-tickets';
import * as events from './events';
import * as follows from './follows';
import * as guestTickets from './guest-tickets';
import { hostFiguresContract } from './host-figures';
import * as liveFrames from './live-frames';
import * as media from './media';
import * as notificationSettings from './notification-settings';
import * as notifications from './notifications';
import * as participations from './participations';
import { passkeysContract } from './passkeys';
import * as payments from './payments';
import * as payouts from './payouts';
import * as plans from './plans';
import * as professionals from './professionals';
import * as purchaseConsents from './purchase-consents';
import * as pushSubscriptions from './push-subscriptions';
import * as ratings from './ratings';
import * as realtime from './realtime';
import * as receipts from './receipts';
import { roomContract } from './room-contract';
import * as roomModeration from './room-moderation';
import * as rooms from './rooms';
import * as schoolCodes from './school-codes';
import * as schoolSignIns from './school-sign-in';
import * as searches from './search';
import * as seatProofs from './seat-proof';
import { seatTransfersContract } from './seat-transfers';
import { secondFactorContract } from './second-factor';
import { seriesContract } from './series';
import { seriesTeamContract } from './series-team';
import * as signUps from './sign-up';
import * as sitemap from './sitemap';
import { staffContract } from './staff-contract';
import { teamInvitationContract } from './teams';
import * as terms from './terms';
import * as uploads from './uploads';
import * as users from './users';
import { webhooksContract } from './webhooks';

/**
 * Every call of the product by name. The api iterates over it; browsers receive only the generated references
 * (data/endpoints.ts).
 */
export const contract = {
  resetPassword: accountLinks.resetPassword,
  requestPasswordReset: accountLinks.requestPasswordReset,
  signIn: auth.signIn,
  signInPartnerSchool: auth.signInPartnerSchool,
  signUp: auth.signUp,
  signUpProfessional: signUps.signUpProfessional,
  signUpPartnerSchool: signUps.signUpPartnerSchool,
  refreshToken: auth.refreshToken,
  verifyEmail: accountLinks.verifyEmail,
  signInWithProvider: signUps.signInWithProvider,
  signInAnonymous: auth.signInAnonymous,
  signUpWithProvider: signUps.signUpWithProvider,
  signUpProfessionalWithProvider: signUps.signUpProfessionalWithProvider,
  resendEmailVerification: accountLinks.resendEmailVerification,
  getAppSubscriptionPlan: plans.getAppSubscriptionPlan,
  listSubscriptionPlans: plans.listSubscriptionPlans,
  checkTrialCoupon: plans.checkTrialCoupon,
  createAppSubscription: plans.createAppSubscription,
  getStripeCard: plans.getStripeCard,
  createSubscription: plans.createSubscription,
  updateSubscription: plans.updateSubscription,
  deleteSubscription: plans.deleteSubscription,
  getSubscriptionTrial: plans.getSubscriptionTrial,
  getSubscription: plans.getSubscription,
  listCategories: categories.listCategories,
  listClassrooms: classrooms.listClassrooms,
  listMyClassrooms: classrooms.listMyClassrooms,
  ...hostFiguresContract,
  ...seriesContract,
  ...seriesTeamContract,

  createClassroom: classrooms.createClassroom,
  getClassroom: classrooms.getClassroom,
  updateClassroom: classrooms.updateClassroom,
  deleteClassroom: classrooms.deleteClassroom,
  listClassroomComments: comments.listClassroomComments,
  createClassroomComment: comments.createClassroomComment,
  updateClassroomComment: comments.updateClassroomComment,
  deleteClassroomComment: comments.deleteClassroomComment,
  reportClassroomComment: comments.reportClassroomComment,
  ...roomContract,
  generateCameraToken: media.generateCameraToken,
  generateToken: media.generateToken,
  generateVideoToken: media.generateVideoToken,
  prepareClassroom: rooms.prepareClassroom,
  getClassroomLink: roomModeration.getClassroomLink,
  shareClassroom: classrooms.shareClassroom,
  listReservers: classrooms.listReservers,
  createReservation: classrooms.createReservation,
  deleteReservation: classrooms.deleteReservation,
  joinClassroom: rooms.joinClassroom,
  leaveClassroom: rooms.leaveClassroom,
  updatePresence: rooms.updatePresence,
  updateRecordingConsent: rooms.updateRecordingConsent,
  updateMuting: rooms.updateMuting,
  muteAll: roomModeration.muteAll,
  addCaptionLine: rooms.addCaptionLine,
  sendReaction: rooms.sendReaction,
  putLiveFrame: liveFrames.putLiveFrame,
  deleteLiveFrame: liveFrames.deleteLiveFrame,
  lowerHand: roomModeration.lowerHand,
  kickClassroomUser: roomModeration.kickClassroomUser,
  updateClassroomUserRole: roomModeration.updateClassroomUserRole,
  admitClassroomUser: roomModeration.admitClassroomUser,
  listLobby: roomModeration.listLobby,
  readmitClassroomUser: roomModeration.readmitClassroomUser,
  listKickedUsers: roomModeration.listKickedUsers,
  listAttendance: roomModeration.listAttendance,
  getClassroomSummary: summaries.getClassroomSummary,
  listRatings: ratings.listRatings,
  getMyRating: ratings.getMyRating,
  saveRating: ratings.saveRating,
  deleteRating: ratings.deleteRating,
  answerRating: ratings.answerRating,
  deleteRatingAnswer: ratings.deleteRatingAnswer,
  reportRating: ratings.reportRating,
  createRealtimeToken: realtime.createRealtimeToken,
  listEvents: events.listEvents,
  getEvent: events.getEvent,
  getClassroomEvent: events.getClassroomEvent,
  listEventParticipants: events.listEventParticipants,
  listMyEvents: participations.listMyEvents,
  getMyEvent: participations.getMyEvent,
  createPremiumParticipation: participations.createPremiumParticipation,
  createStudentParticipation: participations.createStudentParticipation,
  redeemInvitation: participations.redeemInvitation,
  createParticipation: participations.createParticipation,
  getCancellation: participations.getCancellation,
  cancelParticipation: participations.cancelParticipation,
  getCalendarFeed: calendarFeeds.getCalendarFeed,
  createCalendarFeed: calendarFeeds.createCalendarFeed,
  deleteCalendarFeed: calendarFeeds.deleteCalendarFeed,
  getGuestTicket: guestTickets.getGuestTicket,
  cancelGuestTicket: guestTickets.cancelGuestTicket,
  claimGuestTicket: guestTickets.claimGuestTicket,
  enterByGuestTicket: guestTickets.enterByGuestTicket,
  issueGuestReceipt: guestTickets.issueGuestReceipt,
  getPurchaseConsent: purchaseConsents.getPurchaseConsent,
  requestPurchaseConsent: purchaseConsents.requestPurchaseConsent,
  getPurchaseRequest: purchaseConsents.getPurchaseRequest,
  answerPurchaseRequest: purchaseConsents.answerPurchaseRequest,
  getSeatProof: seatProofs.getSeatProof,
  listOrganizedEvents: eventEditing.listOrganizedEvents,
  createEvent: eventEditing.createEvent,
  getOrganizedEvent: eventEditing.getOrganizedEvent,
  updateEvent: eventEditing.updateEvent,
  publishEvent: eventEditing.publishEvent,
  duplicateEvent: eventEditing.duplicateEvent,
  deleteEvent: eventEditing.deleteEvent,
  createTicketType: eventTickets.createTicketType,
  updateTicketType: eventTickets.updateTicketType,
  deleteTicketType: eventTickets.deleteTicketType,
  listInvitations: eventTickets.listInvitations,
  createInvitation: eventTickets.createInvitation,
  deleteInvitation: eventTickets.deleteInvitation,
  ...discountCodesContract,
  listOrganizedParticipants: eventSales.listOrganizedParticipants,
  refundOrganizedParticipant: eventSales.refundOrganizedParticipant,
  ...eventMessageContract,
  ...classroomMessageContract,
  ...eventTeamContract,
  ...teamInvitationContract,
  ...seatTransfersContract,
  ...companionsContract,
  getEventSales: eventSales.getEventSales,
  getOrganizerSales: eventSales.getOrganizerSales,
  ...webhooksContract,
  createPaymentIntent: payments.createPaymentIntent,
  createGuestPaymentIntent: payments.createGuestPaymentIntent,
  getPaymentConfig: payments.getPaymentConfig,
  listSaleHistories: payments.listSaleHistories,
  getStripeConnect: payouts.getStripeConnect,
  createStripeConnect: payouts.createStripeConnect,
  createTransfer: payouts.createTransfer,
  listEarnings: earnings.listEarnings,
  getReceipt: receipts.getReceipt,
  issueReceipt: receipts.issueReceipt,
  getMe: users.getMe,
  updateMe: account.updateMe,
  deleteMe: account.deleteMe,
  restoreAccount: account.restoreAccount,
  listSessions: account.listSessions,
  revokeSession: account.revokeSession,
  createDataExport: account.createDataExport,
  requestGuardianConsent: account.requestGuardianConsent,
  getGuardianConsent: account.getGuardianConsent,
  giveGuardianConsent: account.giveGuardianConsent,
  withdrawGuardianConsent: account.withdrawGuardianConsent,
  checkSchoolCodes: schoolCodes.checkSchoolCodes,
  getPasswordReset: accountLinks.getPasswordReset,
  createUpload: uploads.createUpload,
  putUpload: uploads.putUpload,
  listMeFollowing: follows.listMeFollowing,
  listNotifications: notifications.listNotifications,
  readNotification: notifications.readNotification,
  getNotification: notifications.getNotification,
  listNotificationGroup: notifications.listNotificationGroup,
  readAllNotifications: notifications.readAllNotifications,
  openNotification: notifications.openNotification,
  explainNotification: notifications.explainNotification,
  getNotificationSettings: notificationSettings.getNotificationSettings,
  updateNotificationSettings: notificationSettings.updateNotificationSettings,
  muteFromNotification: notificationSettings.muteFromNotification,
  deleteNotificationMute: notificationSettings.deleteNotificationMute,
  getMailSubscription: notificationSettings.getMailSubscription,
  unsubscribeMail: notificationSettings.unsubscribeMail,
  resubscribeMail: notificationSettings.resubscribeMail,
  getPushKey: pushSubscriptions.getPushKey,
  listPushSubscriptions: pushSubscriptions.listPushSubscriptions,
  createPushSubscription: pushSubscriptions.createPushSubscription,
  deletePushSubscription: pushSubscriptions.deletePushSubscription,
  testPushSubscription: pushSubscriptions.testPushSubscription,
  countAnnouncementAudience: announcements.countAnnouncementAudience,
  listAnnouncements: announcements.listAnnouncements,
  stopAnnouncement: announcements.stopAnnouncement,
  listPersonNotifications: announcements.listPersonNotifications,
  createAnnouncement: announcements.createAnnouncement,
  getNotificationTimeline: announcements.getNotificationTimeline,
  listTermsVersions: terms.listTermsVersions,
  getTermsVersion: terms.getTermsVersion,
  listStaffTermsVersions: terms.listStaffTermsVersions,
  announceTermsVersion: terms.announceTermsVersion,
  signOut: auth.signOut,
  listProfessionals: professionals.listProfessionals,
  getUser: users.getUser,
  reportUser: users.reportUser,
  listUserArchives: archives.listUserArchives,
  listArchives: archives.listArchives,
  listEventArchives: archives.listEventArchives,
  listCategoryArchives: archives.listCategoryArchives,
  getArchive: archives.getArchive,
  listArchiveRecommends: archives.listArchiveRecommends,
  watchArchive: archives.watchArchive,
  listContinuedArchives: archives.listContinuedArchives,
  reportArchive: archives.reportArchive,
  listMyArchives: archiveEditing.listMyArchives,
  updateArchive: archiveEditing.updateArchive,
  putArchiveCaptions: archiveEditing.putArchiveCaptions,
  deleteArchiveCaptions: archiveEditing.deleteArchiveCaptions,
  publishArchive: archiveEditing.publishArchive,
  getCaptionsDraft: archiveEditing.getCaptionsDraft,
  deleteCaptionsDraft: archiveEditing.deleteCaptionsDraft,
  cutArchive: archiveEditing.cutArchive,
  composeArchive: archiveEditing.composeArchive,
  takeMyPartOut: archiveEditing.takeMyPartOut,
  getMyPart: archiveEditing.getMyPart,
  takeUtterancesOut: archiveEditing.takeUtterancesOut,
  deleteArchive: archiveEditing.deleteArchive,
  listFollowers: follows.listFollowers,
  listFollowing: follows.listFollowing,
  followUser: follows.followUser,
  unfollowUser: follows.unfollowUser,
  listBlockedUsers: follows.listBlockedUsers,
  listBlockedPeople: follows.listBlockedPeople,
  blockUser: follows.blockUser,
  unblockUser: follows.unblockUser,
  recordAnalytics: analytics.recordAnalytics,
  listAnalyticsCounts: analytics.listAnalyticsCounts,
  ...passkeysContract,
  ...secondFactorContract,
  ...apiKeysContract,
  ...staffContract,
  startSchoolSignIn: schoolSignIns.startSchoolSignIn,
  finishSchoolSignIn: schoolSignIns.finishSchoolSignIn,
  search: searches.search,
  getSitemap: sitemap.getSitemap,
  listSitemapPages: sitemap.listSitemapPages,
};

export type Contract = typeof contract;
