import { usePageTitle } from '@manabiba/shared/platform';

import { ProfileSettings } from '../features/profile-settings/profile-settings';

/** /profile_settings */
export function ProfileSettingsPage() {
  usePageTitle('プロフィール設定');
  return <ProfileSettings />;
}
