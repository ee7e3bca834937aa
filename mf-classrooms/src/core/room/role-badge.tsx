import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { Badge } from '@manabiba/shared/ui/badge';

import { roleName } from './role-names';
import { isModerator } from './room-rights';

/** What somebody is in the room; host and co-hosts stand out. */
export const RoleBadge = ({ role }: { role: RoomRole }) => (
  <Badge tone={isModerator(role) ? 'action' : 'plain'}>{roleName[role]}</Badge>
);
