import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Slot, useUser } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';

import { SettingsFrame } from '../../core/settings-frame';
import { EmailCard } from './account/email-card';
import { ExportCard } from './account/export-card';
import { LeaveCard } from './account/leave-card';
import { PasswordCard } from './account/password-card';
import { SignOutCard } from './account/sign-out-card';
import { BlockedCard } from './blocking/blocked-card';
import { AnalyticsCard } from './devices/analytics-card';
import { DevicesCard } from './devices/devices-card';
import { ThemeCard } from './devices/theme-card';
import { GuardianCard } from './identity/guardian-card';
import { IdentityCard } from './identity/identity-card';
import { SchoolCard } from './identity/school-card';
import { PasskeysCard } from './passkeys/passkeys-card';
import { HistoryCard } from './plan/history-card';
import { PaymentCard } from './plan/payment-card';
import { PlanCard } from './plan/plan-card';
import { ProfileCard } from './profile-card';

import styles from './settings.module.css';

interface Place {
  id: string;
  title: string;
  card: (place: { id: string; me: SignedInMe }) => ReactNode;
  /** Cards that need the user's attention come first; the header links here. */
  isFirst?: boolean;
}

/** Returns the sections of the page with the labels of its navigation. */
function placesOf(me: SignedInMe): Place[] {
  // Payments and blocking, like most features, are unavailable until the documents are resubmitted.
  const isResubmitting = me.state === 'need_resubmit';
  const places: (Place | false)[] = [
    { id: 'mail', title: 'メールアドレス', card: EmailCard },
    { id: 'password', title: 'パスワード', card: PasswordCard },
    { id: 'passkeys', title: 'パスキー', card: PasskeysCard },
    me.isPartnerSchoolStudent && { id: 'school', title: '学校アカウント', card: SchoolCard },
    me.guardianConsent !== null && { id: 'guardian', title: '保護者の同意', card: GuardianCard },
    { id: 'id', title: '本人確認', card: IdentityCard, isFirst: isResubmitting },
    !isResubmitting && {
      id: 'card',
      title: 'お支払い方法',
      card: PaymentCard,
      isFirst: me.stripeInvoiceStatus === 'open',
    },
    !isResubmitting && { id: 'plan', title: 'ご利用中のプラン', card: PlanCard },
    { id: 'notifications', title: '通知設定', card: OtherSettings },
    !isResubmitting && { id: 'history', title: '購入履歴', card: HistoryCard },
    { id: 'devices', title: 'ログイン中の端末', card: DevicesCard },
    !isResubmitting && { id: 'blocks', title: 'ブロック中の人', card: BlockedCard },
    { id: 'theme', title: '表示', card: ThemeCard },
    { id: 'analytics', title: '利用状況の計測', card: AnalyticsCard },
    { id: 'profile', title: 'プロフィール', card: ProfileCard },
    { id: 'export', title: 'データの書き出し', card: ExportCard },
    { id: 'signout', title: 'ログアウト', card: SignOutCard },
    { id: 'leave', title: '退会', card: LeaveCard },
  ];
  return places
    .filter((place) => place !== false)
    .sort((one, other) => Number(other.isFirst ?? false) - Number(one.isFirst ?? false));
}

/** The cards of mf-notifications, around which the page's own navigation finds its anchor. */
function OtherSettings({ id }: { id: string }) {
  return (
    <div id={id} className={styles.anchor}>
      <Slot name="settings-notifications" label="通知設定" />
    </div>
  );
}

/** All settings of the signed-in user's account, in sections. */
export function Settings() {
  const me = useUser();
  const sections = placesOf(me).map(({ id, title, card: Card }) => ({ id, title, content: <Card id={id} me={me} /> }));
  return <SettingsFrame title="アカウント設定" sections={sections} />;
}
