import type { Archive } from '@manabiba/shared/contract/archives';
import { Badge } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { Lock, Ticket } from 'lucide-react';

const words = { signed_in: 'ログイン', subscriber: 'プラン', ticket: 'チケット' } as const;

/** What an archive asks of a viewer who may not watch it yet. */
export function AccessBadge({ access }: Pick<Archive, 'access'>) {
  if (access === 'public') return null;
  return (
    <Badge tone="action">
      <Icon icon={access === 'ticket' ? Ticket : Lock} size={16} />
      {words[access]}
    </Badge>
  );
}
