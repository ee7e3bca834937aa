import { compareResourceNames } from '../paths/document-order';
import { getField } from '../paths/field-path';
import { collectionOf, lastIdOf } from '../paths/resource-name';
import type { StoredDocument } from '../store/document';
import { compareValues } from '../values/compare';
import { elementsOf, isNaNValue, isNull, typeOrder, type Value } from '../values/value';
import type { CompareOperator, Cursor, Filter, Query, QueryField, UnaryOperator } from './query';

/** Returns whether a document's path is in the queried collections. */
export function coversPath(query: Query, path: string): boolean {
  const collection = collectionOf(path);
  if (!query.allDescendants) {
    return query.collectionId === undefined
      ? collection.slice(0, Math.max(0, collection.lastIndexOf('/'))) === query.parent
      : collection === (query.parent === '' ? query.collectionId : `${query.parent}/${query.collectionId}`);
  }
  if (query.parent !== '' && !path.startsWith(`${query.parent}/`)) return false;
  return query.collectionId === undefined || lastIdOf(collection) === query.collectionId;
}

/** Returns whether a document of the queried collections matches, before offset and limit. */
export function matchesQuery(query: Query, document: StoredDocument): boolean {
  if (query.filter && !matchesFilter(query.filter, document)) return false;
  for (const { field } of query.orders)
    if (!field.isName && getField(document.fields, field.path) === undefined) return false;
  return isWithin(query, document);
}

/** Compares documents in the order of the query. */
export function compareDocuments(query: Query, a: StoredDocument, b: StoredDocument): number {
  for (const { field, isDescending } of query.orders) {
    const order = field.isName
      ? compareResourceNames(a.path, b.path)
      : compareValues(getField(a.fields, field.path) as Value, getField(b.fields, field.path) as Value);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

/** Applies the query's offset and limit to sorted results. */
export function windowOf(query: Query, sorted: readonly StoredDocument[]): readonly StoredDocument[] {
  if (query.offset === 0 && query.limit === undefined) return sorted;
  return sorted.slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit);
}

function isWithin(query: Query, document: StoredDocument): boolean {
  if (query.startAt) {
    const order = compareToCursor(query, document, query.startAt);
    if (order < 0 || (order === 0 && !query.startAt.isBefore)) return false;
  }
  if (query.endAt) {
    const order = compareToCursor(query, document, query.endAt);
    if (order > 0 || (order === 0 && query.endAt.isBefore)) return false;
  }
  return true;
}

function compareToCursor(query: Query, document: StoredDocument, cursor: Cursor): number {
  for (const [index, value] of cursor.values.entries()) {
    const { field, isDescending } = query.orders[index] as Query['orders'][number];
    const order = compareValues(fieldValue(document, field) as Value, value);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

function fieldValue(document: StoredDocument, field: QueryField): Value | undefined {
  return field.isName ? { referenceValue: document.path } : getField(document.fields, field.path);
}

function matchesFilter(filter: Filter, document: StoredDocument): boolean {
  if (filter.kind === 'and') return filter.filters.every((part) => matchesFilter(part, document));
  if (filter.kind === 'or') return filter.filters.some((part) => matchesFilter(part, document));
  const value = fieldValue(document, filter.field);
  if (value === undefined) return false;
  return filter.kind === 'unary'
    ? matchesUnary(filter.operator, value)
    : matchesComparison(filter.operator, value, filter.value);
}

function matchesUnary(operator: UnaryOperator, value: Value): boolean {
  switch (operator) {
    case 'IS_NAN':
      return isNaNValue(value);
    case 'IS_NULL':
      return isNull(value);
    case 'IS_NOT_NAN':
      return !isNull(value) && !isNaNValue(value);
    case 'IS_NOT_NULL':
      return !isNull(value);
  }
}

/** Equality of filters: null and NaN equal nothing. */
function equals(value: Value, operand: Value): boolean {
  return !isNull(value) && !isNaNValue(value) && !isNaNValue(operand) && compareValues(value, operand) === 0;
}

/**
 * Compares value and operand of a range filter; undefined unless both have the same type and are neither null nor NaN.
 */
function orderWithinKind(value: Value, operand: Value): number | undefined {
  const isComparable =
    !isNull(operand) && !isNaNValue(operand) && !isNaNValue(value) && typeOrder(value) === typeOrder(operand);
  return isComparable ? compareValues(value, operand) : undefined;
}

function matchesComparison(operator: CompareOperator, value: Value, operand: Value): boolean {
  const order = () => orderWithinKind(value, operand);
  switch (operator) {
    case 'EQUAL':
      return equals(value, operand);
    case 'NOT_EQUAL':
      return !isNull(operand) && !isNull(value) && !equals(value, operand);
    case 'LESS_THAN':
      return (order() ?? 0) < 0;
    case 'LESS_THAN_OR_EQUAL':
      return (order() ?? 1) <= 0;
    case 'GREATER_THAN':
      return (order() ?? 0) > 0;
    case 'GREATER_THAN_OR_EQUAL':
      return (order() ?? -1) >= 0;
    case 'ARRAY_CONTAINS':
      return elementsOf(value).some((element) => equals(element, operand));
    case 'IN':
      return elementsOf(operand).some((one) => equals(value, one));
    case 'ARRAY_CONTAINS_ANY':
      return elementsOf(value).some((element) => elementsOf(operand).some((one) => equals(element, one)));
    case 'NOT_IN':
      return (
        !isNull(value) && !elementsOf(operand).some(isNull) && !elementsOf(operand).some((one) => equals(value, one))
      );
  }
}
