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

/** A field of a document, or its name; values compared with a name are references to a path below the database's documents. */
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

/** A position in the order of the results: just before or just after what has these values. */
export interface Cursor {
  readonly values: readonly Value[];
  readonly isBefore: boolean;
}

/** A query that has passed all of Firestore's rules, its order complete: explicit, then inequalities' fields, then the name. */
export interface Query {
  /** The document whose collections are asked, '' for the root. */
  readonly parent: string;
  /** Nothing asks every collection. */
  readonly collectionId?: string;
  /** Collections at any depth below the parent, not only its own. */
  readonly allDescendants: boolean;
  readonly filter?: Filter;
  readonly orders: readonly Order[];
  readonly startAt?: Cursor;
  readonly endAt?: Cursor;
  readonly offset: number;
  readonly limit?: number;
  /** The fields to return; nothing returns all of them. */
  readonly projection?: readonly FieldPath[];
}

/** The filters that compare something, in their order. */
export function leavesOf(filter: Filter | undefined): LeafFilter[] {
  if (!filter) return [];
  return filter.kind === 'and' || filter.kind === 'or' ? filter.filters.flatMap(leavesOf) : [filter];
}
