import type { SignedInMe } from '@manabiba/shared/contract/users';

import { OwnApiKeys } from './own-api-keys';
import { OwnWebhooks } from './own-webhooks';

interface IntegrationsProps {
  kind: 'apiKeys' | 'webhooks';
  /** Receives the focus after deleting. */
  sectionId: string;
  me: SignedInMe;
}

/** What other programs are connected by. */
export function Integrations({ kind, ...rest }: IntegrationsProps) {
  return kind === 'apiKeys' ? <OwnApiKeys {...rest} /> : <OwnWebhooks {...rest} />;
}
