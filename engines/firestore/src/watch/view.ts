import type { Query } from '../query/query';
import type { StoredDocument } from '../store/document';
import type { Change } from '../store/recent-changes';
import type { DocumentEvent } from './messages';

/** What a target listens to: documents by path, or a query. */
export type TargetScope =
  | { readonly kind: 'documents'; readonly paths: readonly string[] }
  | { readonly kind: 'query'; readonly query: Query };

/** The current results of a scope, shared by one or more targets. */
export interface View {
  readonly key: string;
  readonly scope: TargetScope;
  /** The results; never mutated, since callers may hold them. */
  documents(): readonly StoredDocument[];
  covers(path: string): boolean;
  /** Applies the changes of a commit within the scope and returns the resulting changes. */
  apply(changes: readonly Change[]): readonly DocumentEvent[];
}

/** The events of one view for one commit, for all its followers. */
export interface ViewEvents<Follower> {
  readonly view: View;
  readonly followers: ReadonlySet<Follower>;
  readonly events: readonly DocumentEvent[];
  readonly version: number;
}
