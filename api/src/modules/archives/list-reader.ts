import { isSignedIn, personIdOf, type Viewer } from '../../access/viewer';
import type { TimePosition } from '../../platform/database/time-position';
import type { MicroCache } from '../../platform/micro-cache';
import { readShared } from '../../platform/shared-rows';
import type { ArchiveFilter } from './archive-list-statement';
import type { ArchiveRow } from './archive-row';
import type { ArchivesRepository } from './archives.repository';

interface ListReaderDeps {
  archives: ArchivesRepository;
  /** Keeps pages of the lists that everybody sees. */
  publicPages: MicroCache<ArchiveRow[]>;
}

/**
 * Creates the reader of lists of published archives. Nearly everybody's list has the same rows, which are kept for a
 * moment; only how the viewer relates to them is read for each request.
 */
export function createListReader({ archives, publicPages }: ListReaderDeps) {
  function read(viewer: Viewer, list: readonly unknown[], rowsOf: (viewerId: string | null) => Promise<ArchiveRow[]>) {
    const viewerId = personIdOf(viewer);
    // A school may keep its pupils among themselves.
    if (isSignedIn(viewer) && viewer.partnerSchoolId !== null) return rowsOf(viewerId);
    return readShared(publicPages, {
      key: JSON.stringify(list),
      viewerId,
      rowsOf,
      relationsTo: (rows, reader) => archives.relationsTo(rows, reader),
    });
  }

  return {
    list(viewer: Viewer, filter: Omit<ArchiveFilter, 'viewerId'>, after: TimePosition | null, limit: number) {
      const rowsOf = (viewerId: string | null) => archives.list({ ...filter, viewerId }, after, limit);
      if (filter.isUnseen) return rowsOf(personIdOf(viewer));
      const { hostId, categoryId, isPickup, isOfEvent, isByWatches } = filter;
      return read(viewer, ['list', hostId, categoryId, isPickup, isOfEvent, isByWatches, after, limit], rowsOf);
    },

    recommended: (viewer: Viewer, id: string, limit: number) =>
      read(viewer, ['recommended', id, limit], (viewerId) => archives.recommended(id, viewerId, limit)),
  };
}
