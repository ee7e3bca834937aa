import { usePageTitle, useParams } from '@manabiba/shared/platform';

import { School } from '../features/schools/school';

/** /staff/schools/{id}, for the staff only */
export function SchoolPage() {
  const { id = '' } = useParams();
  usePageTitle('学校');
  return <School id={id} />;
}
