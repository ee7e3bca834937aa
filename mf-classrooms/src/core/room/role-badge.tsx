import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { Badge } from '@manabiba/shared/ui/badge';

import { roleName } from './role-names';
import { isModerator } from './room-rights';

/** A badge with a participant's role; host and co-hosts are highlighted. */
export const RoleBadge = ({ role }: { role: RoomRole }) => (
  <Badge tone={isModerator(role) ? 'action' : 'plain'}>{roleName[role]}</Badge>
);
