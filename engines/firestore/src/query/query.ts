import type { FieldPath } from '../paths/field-path';
import type { Value } from '../values/value';

export type CompareOperator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'ARRAY_CONTAINS_ANY'
  | 'NOT_IN';

export type UnaryOperator = 'IS_NAN' | 'IS_NULL' | 'IS_NOT_NAN' | 'IS_NOT_NULL';

/**
 * A document field or the document name. Values compared with a name are references to a path below the database's
 * documents.
 */
export interface QueryField {
  readonly path: FieldPath;
  readonly isName: boolean;
}

export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'compare'; readonly field: QueryField; readonly operator: CompareOperator; readonly value: Value }
  | { readonly kind: 'unary'; readonly field: QueryField; readonly operator: UnaryOperator };

export type LeafFilter = Exclude<Filter, { kind: 'and' | 'or' }>;

export interface Order {
  readonly field: QueryField;
  readonly isDescending: boolean;
}

/** A position in the sorted results: immediately before or after the given values. */
export interface Cursor {
  readonly values: readonly Value[];
  readonly isBefore: boolean;
}

/** A validated query with its complete sort order: explicit fields, then inequality fields, then the document name. */
export interface Query {
  /** The document whose collections are queried, '' for the root. */
  readonly parent: string;
  /** The collection id; when absent, every collection is queried. */
  readonly collectionId?: string;
  /** Whether to include collections at any depth below the parent, not only direct children. */
  readonly allDescendants: boolean;
  readonly filter?: Filter;
  readonly orders: readonly Order[];
  readonly startAt?: Cursor;
  readonly endAt?: Cursor;
  readonly offset: number;
  readonly limit?: number;
  /** The fields to return; when absent, all of them. */
  readonly projection?: readonly FieldPath[];
}

/** The filters that compare a value, in source order. */
export function leavesOf(filter: Filter | undefined): LeafFilter[] {
  if (!filter) return [];
  return filter.kind === 'and' || filter.kind === 'or' ? filter.filters.flatMap(leavesOf) : [filter];
}
