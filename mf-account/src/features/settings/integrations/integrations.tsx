import type { SignedInMe } from '@manabiba/shared/contract/users';
import { SettingCard } from '@manabiba/shared/ui/setting-card';

import { useFocusOnAnchor } from '../../../core/use-focus-on-anchor';
import { OwnApiKeys } from './own-api-keys';
import { OwnWebhooks } from './own-webhooks';

/** The keys with which programs of the user call the api, or where what happens to the organizer's events is posted. */
export function Integrations({ id, me }: { id: string; me: SignedInMe }) {
  // It was not there yet when the page looked for it.
  useFocusOnAnchor();
  return id === 'api-keys' ? (
    <SettingCard id={id} title="APIキー">
      <OwnApiKeys sectionId={id} me={me} />
    </SettingCard>
  ) : (
    <SettingCard id={id} title="Webhook">
      <OwnWebhooks sectionId={id} me={me} />
    </SettingCard>
  );
}
