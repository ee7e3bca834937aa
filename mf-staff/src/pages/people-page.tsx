import { usePageTitle } from '@manabiba/shared/platform';

import { People } from '../features/people/people';

/** /staff/people, for the staff only */
export function PeoplePage() {
  usePageTitle('人');
  return <People />;
}
