import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Slot, useUser } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';
import { SettingsFrame } from '../../core/settings-frame';
import { EmailCard, SchoolAccountCard } from './email-card';
import { IdentityCard, ResubmitCard } from './identity-card';
import { PaymentCard } from './payment-card';
import { PlanCard } from './plan-card';
import { ProfileCard } from './profile-card';
import { SignOutCard } from './sign-out-card';
import { ThemeCard } from './theme-card';

interface Place {
  id: string;
  title: string;
  card: (place: { id: string; me: SignedInMe }) => ReactNode;
}

/** The groups of the page in the words of its list. What waits for an answer of the person comes first: the header leads here. */
function placesOf(me: SignedInMe): Place[] {
  const mustResubmit = me.state === 'need_resubmit';
  const owesPayment = me.stripeInvoiceStatus === 'open';
  const identity: Place = { id: 'id', title: '本人確認', card: mustResubmit ? ResubmitCard : IdentityCard };
  const payment: Place = { id: 'card', title: 'お支払い方法', card: PaymentCard };
  const mail: Place = { id: 'mail', title: 'メールアドレス', card: EmailCard };
  const school: Place = { id: 'school', title: '学校アカウント', card: SchoolAccountCard };
  return [
    ...(mustResubmit ? [identity] : []),
    ...(owesPayment ? [payment] : []),
    ...(me.email === null ? [] : [mail]),
    ...(me.isPartnerSchoolStudent ? [school] : []),
    ...(mustResubmit ? [] : [identity]),
    ...(owesPayment ? [] : [payment]),
    { id: 'plan', title: 'ご利用中のプラン', card: PlanCard },
    { id: 'others', title: '', card: OtherSettings },
    { id: 'theme', title: '表示', card: ThemeCard },
    { id: 'profile', title: 'プロフィール', card: ProfileCard },
    { id: 'signout', title: 'ログアウト', card: SignOutCard },
  ];
}

/** Groups that other features bring. */
function OtherSettings() {
  return (
    <>
      <Slot name="settings-notifications" />
      <Slot name="settings-history" />
    </>
  );
}

/** What the product holds about the person at hand, in groups. */
export function Settings() {
  const me = useUser();
  const sections = placesOf(me).map(({ id, title, card: Card }) => ({ id, title, content: <Card id={id} me={me} /> }));
  return <SettingsFrame title="アカウント設定" sections={sections} />;
}
