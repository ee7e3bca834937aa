import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Slot, useUser } from '@manabiba/shared/platform';

import { SettingsFrame } from '../../core/settings-frame';
import { CategoriesCard } from './categories-card';
import { OrganisationCard } from './organisation-card';
import { RegistrationNumberCard } from './registration-number-card';
import { ReviewCard } from './review-card';
import { SalesCard } from './sales/sales-card';

/** The organisation settings of a professional, with the remaining verification steps. */
export function OrgSettings() {
  const me = useUser();
  return me.organisation ? <Loaded me={me} organisation={me.organisation} /> : null;
}

function Loaded({ me, organisation }: { me: SignedInMe; organisation: NonNullable<SignedInMe['organisation']> }) {
  const sections = [
    { id: 'org', title: '団体情報', content: <OrganisationCard id="org" organisation={organisation} /> },
    { id: 'categories', title: 'カテゴリー', content: <CategoriesCard id="categories" organisation={organisation} /> },
    { id: 'invoice', title: '登録番号', content: <RegistrationNumberCard id="invoice" organisation={organisation} /> },
    { id: 'review', title: '本人確認と公開', content: <ReviewCard id="review" me={me} organisation={organisation} /> },
    { id: 'sales', title: '売上と振込', content: <SalesCard id="sales" /> },
    { id: 'events', title: 'イベント', content: <Slot name="settings-events" /> },
  ];
  return <SettingsFrame title="プロフェッショナル設定" sections={sections} />;
}
