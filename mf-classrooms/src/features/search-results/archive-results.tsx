import type { SlotParams } from '@manabiba/shared/platform';
import { CardGrid } from '@manabiba/shared/ui/card';

import { ArchiveCard } from '../../core/archive/archive-card';

/** Archives that match a search, as the cards of every list of archives. */
export function ArchiveResults({ items }: SlotParams<'search-results-archive'>) {
  return (
    <CardGrid columns={4}>
      {items.map((archive) => (
        <li key={archive.id}>
          <ArchiveCard archive={archive} />
        </li>
      ))}
    </CardGrid>
  );
}
