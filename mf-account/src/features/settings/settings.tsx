import type { SignedInMe } from '@manabiba/shared/contract/users';
import { useIsHydrated } from '@manabiba/shared/loading/use-is-hydrated';
import { Slot, useLocation, useUser } from '@manabiba/shared/platform';
import { type ReactNode, useState } from 'react';

import { SettingsColumn, SettingsLayout } from '../../core/settings-frame';
import { useFocusOnAnchor } from '../../core/use-focus-on-anchor';
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
import { IntegrationCard } from './integrations/integration-card';
import { PasskeysCard } from './passkeys/passkeys-card';
import { HistoryCard } from './plan/history-card';
import { PaymentCard } from './plan/payment-card';
import { PlanCard } from './plan/plan-card';
import { ProfileCard } from './profile-card';
import { SecondFactorCard } from './second-factor/second-factor-card';

import styles from './settings.module.css';

interface Place {
  id: string;
  card: (place: { id: string; me: SignedInMe }) => ReactNode;
}

interface Group {
  title: string;
  places: (Place | false)[];
  /** Groups that need the user's attention come first. */
  isFirst?: boolean;
}

/** Returns the groups of sections. Links of the header and of mails name the ids of sections. */
function groupsOf(me: SignedInMe) {
  // Payments and blocking, like most features, are unavailable until the documents are resubmitted.
  const isResubmitting = me.state === 'need_resubmit';
  const groups: Group[] = [
    {
      title: 'ログイン',
      places: [
        { id: 'mail', card: EmailCard },
        { id: 'password', card: PasswordCard },
        { id: 'passkeys', card: PasskeysCard },
        { id: 'second-factor', card: SecondFactorCard },
        { id: 'devices', card: DevicesCard },
        { id: 'signout', card: SignOutCard },
      ],
    },
    {
      title: 'プロフィールと本人確認',
      isFirst: isResubmitting,
      places: [
        { id: 'id', card: IdentityCard },
        me.isPartnerSchoolStudent && { id: 'school', card: SchoolCard },
        me.guardianConsent !== null && { id: 'guardian', card: GuardianCard },
        { id: 'profile', card: ProfileCard },
      ],
    },
    {
      title: 'お支払い',
      isFirst: me.stripeInvoiceStatus === 'open',
      places: isResubmitting
        ? []
        : [
            { id: 'card', card: PaymentCard },
            { id: 'plan', card: PlanCard },
            { id: 'history', card: HistoryCard },
          ],
    },
    { title: '通知', places: [{ id: 'notifications', card: OtherSettings }] },
    {
      title: '表示とプライバシー',
      places: [
        { id: 'theme', card: ThemeCard },
        { id: 'analytics', card: AnalyticsCard },
        !isResubmitting && { id: 'blocks', card: BlockedCard },
      ],
    },
    {
      title: '外部との連携',
      places: [
        { id: 'api-keys', card: IntegrationCard },
        me.isProfessional && !isResubmitting && { id: 'webhooks', card: IntegrationCard },
      ],
    },
    {
      title: 'データと退会',
      places: [
        { id: 'export', card: ExportCard },
        { id: 'leave', card: LeaveCard },
      ],
    },
  ];
  return groups
    .sort((one, other) => Number(other.isFirst ?? false) - Number(one.isFirst ?? false))
    .map(({ title, places }) => ({ title, places: places.filter((place) => place !== false) }))
    .flatMap(({ title, places }) => (places[0] ? [{ id: places[0].id, title, places }] : []));
}

/** The cards of mf-notifications, around which the page's own navigation finds its anchor. */
function OtherSettings({ id }: { id: string }) {
  return (
    <div id={id} className={styles.anchor}>
      <Slot name="settings-notifications" label="通知設定" />
    </div>
  );
}

/**
 * All settings of the signed-in user's account, one group of sections at a time: the one that contains the section in
 * the URL hash. A group that was opened stays, with what was typed in it.
 */
export function Settings() {
  const me = useUser();
  const groups = groupsOf(me);
  const { hash } = useLocation();
  // The server does not see the hash.
  const aim = useIsHydrated() ? hash.slice(1) : '';
  const shown = groups.find(({ places }) => places.some(({ id }) => id === aim)) ?? groups[0];
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (shown && !opened.includes(shown.id)) setOpened([...opened, shown.id]);
  useFocusOnAnchor(shown?.id);
  return (
    <SettingsLayout title="アカウント設定" entries={groups} current={shown?.id} isNavAlwaysShown>
      <div>
        {groups
          .filter(({ id }) => opened.includes(id))
          .map(({ id, places }) => (
            <SettingsColumn key={id} isHidden={id !== shown?.id}>
              {places.map(({ id: place, card: Card }) => (
                <Card key={place} id={place} me={me} />
              ))}
            </SettingsColumn>
          ))}
      </div>
    </SettingsLayout>
  );
}
