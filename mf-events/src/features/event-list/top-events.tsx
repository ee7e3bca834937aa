import { listEvents } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton-cards';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { EventCards } from '../../core/event-cards';

const SHOWN = 3;

/** The next events on the top page. Renders no section when there are none. */
export function TopEvents() {
  const { data, error, isRefreshing, retry } = useEndpoint(listEvents, { query: { limit: SHOWN } });
  if (data?.items.length === 0) return null;
  const more = (
    <Link className={moreLinkClass} to={paths.events.href()}>
      <MoreLabel />
    </Link>
  );
  return (
    <Section title="イベント" more={more}>
      {data && <EventCards events={data.items} />}
      {!data &&
        (error ? (
          <ErrorState title="イベントを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonCards count={SHOWN} columns={3} />
        ))}
    </Section>
  );
}
