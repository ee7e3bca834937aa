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

/** The calls of the staff, part of the contract. */
export const staffContract = {
  listAuditLog: staffAudit.listAuditLog,
  listIdentityReviews: staffReviews.listIdentityReviews,
  getIdentityReview: staffReviews.getIdentityReview,
  openIdentityDocument: staffReviews.openIdentityDocument,
  approveIdentity: staffReviews.approveIdentity,
  returnIdentity: staffReviews.returnIdentity,
  listReports: staffReports.listReports,
  getReport: staffReports.getReport,
  decideReport: staffReports.decideReport,
  searchPeople: staffPeople.searchPeople,
  getPersonRecord: staffPeople.getPersonRecord,
  suspendPerson: staffPeople.suspendPerson,
  reinstatePerson: staffPeople.reinstatePerson,
  sendPersonMail: staffPeople.sendPersonMail,
  signOutPerson: staffPeople.signOutPerson,
  withdrawPersonConsent: staffPeople.withdrawPersonConsent,
  listRoleProposals: staffRoles.listRoleProposals,
  proposeRole: staffRoles.proposeRole,
  decideRole: staffRoles.decideRole,
  getStaffCounts: staffCounts.getStaffCounts,
  getStaffSession: staffSession.getStaffSession,
  unlockStaffSession: staffSession.unlockStaffSession,
  listStaffEvents: staffEvents.listStaffEvents,
  getStaffEvent: staffEvents.getStaffEvent,
  cancelStaffEvent: staffEvents.cancelStaffEvent,
  listPaidTickets: staffMoney.listPaidTickets,
  refundPayment: staffMoney.refundPayment,
  checkLedger: staffMoney.checkLedger,
  getStaffSeatProof: staffMoney.getStaffSeatProof,
  checkSeats: staffMoney.checkSeats,
  listStaffPayouts: staffMoney.listStaffPayouts,
  listStaffPlans: staffPlans.listStaffPlans,
  setPlanSale: staffPlans.setPlanSale,
  changePlanPrice: staffPlans.changePlanPrice,
  listCoupons: staffPlans.listCoupons,
  createCoupon: staffPlans.createCoupon,
  endCoupon: staffPlans.endCoupon,
  listSchools: staffSchools.listSchools,
  createSchool: staffSchools.createSchool,
  getSchool: staffSchools.getSchool,
  updateSchool: staffSchools.updateSchool,
  setSignInPage: staffSchools.setSignInPage,
  createSchoolCodes: staffSchools.createSchoolCodes,
  listSchoolCodes: staffSchools.listSchoolCodes,
  revokeSchoolCodes: staffSchools.revokeSchoolCodes,
  listPupils: staffSchools.listPupils,
  renewPupilPassword: staffSchools.renewPupilPassword,
  listLiveReleases: staffReleases.listLiveReleases,
  listReleaseHistory: staffReleases.listReleaseHistory,
  listReleaseUses: staffReleases.listReleaseUses,
  getFailureReleases: staffReleases.getFailureReleases,
  advanceRollout: staffReleases.advanceRollout,
  rollBackRelease: staffReleases.rollBackRelease,
  retireRemote: staffReleases.retireRemote,
  bringBackRemote: staffReleases.bringBackRemote,
  listReleaseTokens: staffReleases.listReleaseTokens,
  createReleaseToken: staffReleases.createReleaseToken,
  revokeReleaseToken: staffReleases.revokeReleaseToken,
};
