import { getEvent } from '@manabiba/shared/data/endpoints';
import { RefusalPage, useEndpoint, usePageTitle, useParams, useView } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';

import { EventDetail } from '../features/event/event-detail';

import styles from './event-page.module.css';

/** /events/{id} */
export function EventPage() {
  const { id = '' } = useParams();
  const { data, error, retry } = useEndpoint(getEvent, { params: { id } });
  usePageTitle(data?.title);
  useView('view_event', data !== undefined);
  if (data) return <EventDetail event={data} onStale={retry} />;
  if (error)
    return (
      <div className={styles.refused}>
        <RefusalPage error={error} onRetry={retry} />
      </div>
    );
  return (
    <PageBody className={styles.loading}>
      <SkeletonGroup className={styles.banner}>
        <Skeleton shape="cover" />
      </SkeletonGroup>
      <SkeletonDetail />
    </PageBody>
  );
}
