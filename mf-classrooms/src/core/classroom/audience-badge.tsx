import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { Badge } from '@manabiba/shared/ui/badge';

import { isForYouth } from './classroom-permissions';

/** 24歳以下対象, the same for every viewer. Renders nothing for a classroom that is open to all. */
export function AudienceBadge({ classroom }: { classroom: Pick<Classroom, 'allUsers' | 'eventId'> }) {
  return isForYouth(classroom) && <Badge>24歳以下対象</Badge>;
}
