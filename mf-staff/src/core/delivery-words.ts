import type { NotificationChannel } from '@manabiba/shared/contract/notification-settings';
import type { NotificationKind } from '@manabiba/shared/contract/notifications';

/** Kinds of notifications in words. */
export const kindWords: Readonly<Record<NotificationKind, string>> = {
  management: '運営からのお知らせ',
  eventStartBeforeFiveMinutes: 'イベントの5分前',
  eventStartBeforeOneHour: 'イベントの1時間前',
  eventArchived: 'イベントのアーカイブの公開',
  eventOpen: 'イベントの開場',
  userFollow: 'フォロー',
  classroomCreatedByFollow: 'フォロー中の人の教室・連続講座',
  classroomReservedByFollow: 'フォロー中の人の予約',
  reservedClassroomStarted: '予約した教室の開始',
  reservedClassroomCancelled: '予約した教室の中止',
  changeClassroomTime: '予約した教室・連続講座の日程の変更',
  ratingReceived: '届いたレビュー',
  ratingAnswered: 'レビューへの返信',
  organizerMessage: '主催者からのメッセージ',
  hostMessage: 'ホストからのメッセージ',
  teamInvitation: '運営メンバーへの招待',
};

export const channelWords: Readonly<Record<NotificationChannel, string>> = {
  inApp: 'アプリ内',
  mail: 'メール',
  push: 'プッシュ',
};
