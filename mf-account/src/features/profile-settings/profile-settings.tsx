import { Link, paths, useUser } from '@manabiba/shared/platform';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { lazy, useState } from 'react';

import { LateFormCard } from '../../core/late-form-card';
import { SettingsFrame } from '../../core/settings-frame';
import { ProfilePreview } from './profile-preview';

import styles from './profile-settings.module.css';

const ProfileForm = lazy(() =>
  import(/* webpackChunkName: "profile-form" */ './profile-form').then((module) => ({ default: module.ProfileForm })),
);

/** The public profile of the signed-in user, with a preview of how others see it. */
export function ProfileSettings() {
  const me = useUser();
  const [draft, setDraft] = useState(me);

  const card = (
    <LateFormCard id="profile" title="プロフィール">
      <ProfileForm me={me} onChange={setDraft} />
    </LateFormCard>
  );
  const preview = (
    <SettingCard id="preview" title="ほかの人からの見え方">
      <ProfilePreview person={draft} isReduced={!me.canCommunicateAge} />
      <p className={styles.more}>
        <Link className={textLinkClass} to={paths.user.href({ id: me.id })}>
          マイプロフィールを見る
        </Link>
      </p>
    </SettingCard>
  );
  return (
    <SettingsFrame
      title="プロフィール設定"
      sections={[
        { id: 'profile', title: 'プロフィール', content: card },
        { id: 'preview', title: 'ほかの人からの見え方', content: preview },
      ]}
    />
  );
}
