import { getUser } from '@manabiba/shared/data/endpoints';
import { RefusalPage, useEndpoint, usePageTitle, useParams, useView } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonProfile } from '@manabiba/shared/ui/skeleton-profile';

import { Profile } from '../features/profile/profile';

import styles from './user-page.module.css';

/** /users/{id} */
export function UserPage() {
  const { id = '' } = useParams();
  const { data, error, retry } = useEndpoint(getUser, { params: { id } });
  usePageTitle(data?.nickname);
  useView('view_profile', data !== undefined);
  if (data)
    return (
      <PageBody className={styles.page}>
        <Profile key={id} user={data} />
      </PageBody>
    );
  if (error) return <RefusalPage error={error} onRetry={retry} />;
  return (
    <PageBody className={styles.loading}>
      <SkeletonProfile />
    </PageBody>
  );
}
