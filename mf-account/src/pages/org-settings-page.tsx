import { usePageTitle } from '@manabiba/shared/platform';

import { OrgSettings } from '../features/org-settings/org-settings';

/** /org/settings, for professionals only */
export function OrgSettingsPage() {
  usePageTitle('プロフェッショナル設定');
  return <OrgSettings />;
}
