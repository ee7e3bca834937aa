import type { Query } from '../query/query';
import type { StoredDocument } from '../store/document';
import type { Change } from '../store/recent-changes';
import type { DocumentEvent } from './messages';

/** What a target listens to: some documents by their paths, or a query. */
export type TargetScope =
  { readonly kind: 'documents'; readonly paths: readonly string[] } | { readonly kind: 'query'; readonly query: Query };

/** The current results of a scope, for one or more targets. */
export interface View {
  readonly key: string;
  readonly scope: TargetScope;
  /** The results; never changed in place while a caller may hold them. */
  documents(): readonly StoredDocument[];
  covers(path: string): boolean;
  /** Applies the changes of a commit inside the scope and returns the changes of the results. */
  apply(changes: readonly Change[]): readonly DocumentEvent[];
}

/** The events of one view for one commit, for all of its followers. */
export interface ViewEvents<Follower> {
  readonly view: View;
  readonly followers: ReadonlySet<Follower>;
  readonly events: readonly DocumentEvent[];
  readonly version: number;
}
