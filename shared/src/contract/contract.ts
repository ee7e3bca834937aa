import * as auth from './auth';
import * as categories from './categories';
import * as comments from './classroom-comments';
import * as classrooms from './classrooms';
import * as events from './events';
import * as notifications from './notifications';
import * as users from './users';

/** Every call of the product by its name. The api walks it; browsers carry only the generated references (data/endpoints.ts). */
export const contract = {
  signIn: auth.signIn,
  signInPartnerSchool: auth.signInPartnerSchool,
  signUp: auth.signUp,
  refreshToken: auth.refreshToken,
  signInAnonymous: auth.signInAnonymous,
  listCategories: categories.listCategories,
  listClassrooms: classrooms.listClassrooms,
  createClassroom: classrooms.createClassroom,
  getClassroom: classrooms.getClassroom,
  updateClassroom: classrooms.updateClassroom,
  deleteClassroom: classrooms.deleteClassroom,
  listClassroomComments: comments.listClassroomComments,
  createClassroomComment: comments.createClassroomComment,
  deleteClassroomComment: comments.deleteClassroomComment,
  shareClassroom: classrooms.shareClassroom,
  createReservation: classrooms.createReservation,
  deleteReservation: classrooms.deleteReservation,
  listEvents: events.listEvents,
  getEvent: events.getEvent,
  getMe: users.getMe,
  listNotifications: notifications.listNotifications,
  readNotification: notifications.readNotification,
  getNotification: notifications.getNotification,
  signOut: auth.signOut,
  getUser: users.getUser,
};

export type Contract = typeof contract;
