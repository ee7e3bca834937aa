import type { UserNotification } from '@manabiba/shared/contract/notifications';
import type { User } from '@manabiba/shared/contract/users';

export const aPerson = (changes: Partial<User> = {}): User => ({
  id: 'usr_nishi', nickname: '西 ことね', avatarUrl: null, introduction: '', job: '', isProfessional: false, followerCount: 0,
  followingCount: 0, isFollowed: false, canBeFollowed: true, createdAt: '2026-01-01T00:00:00.000Z', ...changes,
});

export const aNotification = (changes: Partial<UserNotification> = {}): UserNotification => ({
  id: 'ntf_1', kind: 'reservedClassroomStarted', kindIndex: 8, title: '三角関数の合成', body: '', url: '/classrooms/cls_1', actor: null,
  isRead: false, createdAt: '2026-11-21T09:30:00.000Z', ...changes,
});
