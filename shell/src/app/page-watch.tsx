import { PageAnalytics } from '../analytics/page-analytics';
import { LateParts } from '../remotes/late-parts';

/** What accompanies every page after its first screen. */
export function PageWatch({ pattern }: { pattern: string }) {
  return (
    <>
      <PageAnalytics pattern={pattern} />
      <LateParts />
    </>
  );
}
