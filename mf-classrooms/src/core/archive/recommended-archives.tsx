import type { Archive } from '@manabiba/shared/contract/archives';
import { Link, paths } from '@manabiba/shared/platform';
import { CardGrid } from '@manabiba/shared/ui/card';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton-cards';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { ArchiveCard } from './archive-card';

interface RecommendedArchivesProps {
  /** Undefined until they have loaded. */
  archives: readonly Archive[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}

/** おすすめのアーカイブ, a section of cards. Renders nothing when there are none. */
export function RecommendedArchives({ archives, hasFailed, onRetry }: RecommendedArchivesProps) {
  if (archives?.length === 0) return null;
  return (
    <Section
      title="おすすめのアーカイブ"
      more={
        <Link className={moreLinkClass} to={paths.archives.href()} aria-label="アーカイブをすべて見る">
          <MoreLabel />
        </Link>
      }
    >
      {archives ? (
        <CardGrid columns={4}>
          {archives.map((archive) => (
            <li key={archive.id}>
              <ArchiveCard archive={archive} />
            </li>
          ))}
        </CardGrid>
      ) : hasFailed ? (
        <ErrorState title="おすすめのアーカイブを表示できませんでした。" onRetry={onRetry} />
      ) : (
        <SkeletonCards count={4} columns={4} />
      )}
    </Section>
  );
}
