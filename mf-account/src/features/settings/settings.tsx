import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Slot, useUser } from '@manabiba/shared/platform';
import { EmailCard, SchoolAccountCard } from './email-card';
import { IdentityCard, ResubmitCard } from './identity-card';
import { PaymentCard } from './payment-card';
import { PlanCard } from './plan-card';
import { ProfileCard } from './profile-card';
import styles from './settings.module.css';
import { SignOutCard } from './sign-out-card';
import { ThemeCard } from './theme-card';
import { useCurrentSection } from './use-current-section';

/** The places of the page in the words of its list, in their order. */
function placesOf(me: SignedInMe) {
  const account = me.email === null ? { id: 'school', title: '学校アカウント' } : { id: 'mail', title: 'メールアドレス' };
  const identity = { id: 'id', title: '本人確認' };
  const rest = [
    { id: 'card', title: 'お支払い方法' }, { id: 'plan', title: 'ご利用中のプラン' }, { id: 'theme', title: '表示' },
    { id: 'profile', title: 'プロフィール' }, { id: 'signout', title: 'ログアウト' },
  ];
  return me.state === 'need_resubmit' ? [identity, account, ...rest] : [account, identity, ...rest];
}

/** What the product holds about the person at hand, in groups. */
export function Settings() {
  const me = useUser();
  const places = placesOf(me);
  const current = useCurrentSection(places.map(({ id }) => id));
  return (
    <>
      <nav className={styles.nav} aria-label="設定の項目">
        <ul>
          {places.map(({ id, title }) => (
            <li key={id}><a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>{title}</a></li>
          ))}
        </ul>
      </nav>
      <div className={styles.column}>
        {me.state === 'need_resubmit' && <ResubmitCard id="id" me={me} />}
        {me.email === null
          ? <SchoolAccountCard id="school" me={me} />
          : <EmailCard id="mail" email={me.email} isVerified={me.fromFirebase.emailVerified} />}
        {me.state !== 'need_resubmit' && <IdentityCard id="id" me={me} />}
        <PaymentCard id="card" me={me} />
        <PlanCard id="plan" me={me} />
        <Slot name="settings-notifications" />
        <Slot name="settings-history" />
        <ThemeCard id="theme" />
        <ProfileCard id="profile" me={me} />
        <SignOutCard id="signout" />
      </div>
    </>
  );
}
