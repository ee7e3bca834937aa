import type { MicroCache } from './micro-cache';

/** How a viewer relates to one row of everybody's list. */
interface Relation {
  id: string;
  /** The viewer's list has other rows than everybody's. */
  has_own_list: boolean;
}

interface SharedRead<R extends { id: string }, Related extends Relation> {
  /** Names the list, its position and its length. */
  key: string;
  /** Null for a visitor. */
  viewerId: string | null;
  /** Reads the rows as a viewer sees them; null reads those that everybody sees. */
  rowsOf: (viewerId: string | null) => Promise<R[]>;
  /** Reads how the viewer relates to each of these rows. */
  relationsTo: (rows: readonly R[], viewerId: string) => Promise<Related[]>;
}

/**
 * Reads a list that has the same rows for nearly everybody: the rows are kept in `pages` and shared, only how the viewer
 * relates to them is read for each request. A viewer whose list has other rows reads their own.
 */
export async function readShared<R extends { id: string }, Related extends Relation>(
  pages: MicroCache<R[]>,
  { key, viewerId, rowsOf, relationsTo }: SharedRead<R, Related>,
): Promise<R[]> {
  const everybodys = await pages.get(key, () => rowsOf(null));
  if (viewerId === null) return everybodys;
  // Without a row there is none to read the relation of.
  if (everybodys.length === 0) return rowsOf(viewerId);
  const relations = await relationsTo(everybodys, viewerId);
  if (relations.some((relation) => relation.has_own_list)) return rowsOf(viewerId);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  return everybodys.map((row) => ({ ...row, ...byId.get(row.id) }));
}
