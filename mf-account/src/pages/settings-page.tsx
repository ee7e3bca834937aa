import { usePageTitle } from '@manabiba/shared/platform';

import { Settings } from '../features/settings/settings';

/** /settings */
export function SettingsPage() {
  usePageTitle('アカウント設定');
  return <Settings />;
}
