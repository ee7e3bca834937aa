import { PageAnalytics } from '../analytics/page-analytics';
import { LateParts } from '../remotes/late-parts';
import { NavigationProgress } from './navigation-progress';

/** What accompanies every page after its first screen. */
export function PageWatch({ pattern, title }: { pattern: string; title: string }) {
  return (
    <>
      <PageAnalytics pattern={pattern} />
      <LateParts />
      <NavigationProgress title={title} />
    </>
  );
}
