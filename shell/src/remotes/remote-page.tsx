import { PageBody } from '@manabiba/shared/ui/page-body';
import { Skeleton, SkeletonGroup, SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { FailedPage, SlowPage } from './part-messages';
import type { OfferedRoute } from './registry';
import { RemotePart } from './remote-part';

import styles from './part-messages.module.css';

/** A page of a remote. */
export function RemotePage({ route }: { route: OfferedRoute }) {
  const name = { remote: route.remote, kind: 'pages', key: route.page } as const;
  return <RemotePart name={name} label={route.title} skeleton={<PageSkeleton />} Slow={SlowPage} Failed={FailedPage} />;
}

/** Skeleton of a page whose code is loading: a heading and its content. */
function PageSkeleton() {
  return (
    <PageBody className={styles.page}>
      <div data-skeleton-heading="">
        <SkeletonGroup>
          <Skeleton shape="heading" width={40} />
        </SkeletonGroup>
      </div>
      <SkeletonRows count={4} />
    </PageBody>
  );
}
