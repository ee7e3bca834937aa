import { parseFieldPath } from '../paths/field-path';
import { checkCollectionId, parseParentName } from '../paths/resource-name';
import { invalidArgument, quoted, StatusError } from '../status';
import { isRecord, numberOf, parseValue } from '../values/parse-value';
import type { Value } from '../values/value';
import { checkFilter, inequalityFields } from './filter-rules';
import { parseFilter, parseQueryField } from './parse-filter';
import { type Cursor, type Filter, leavesOf, type Order, type Query } from './query';

const DIRECTIONS = ['DIRECTION_UNSPECIFIED', 'ASCENDING', 'DESCENDING'];
const INT32_MAX = 2 ** 31 - 1;
/**
 * Maximum number of filters, orders and the parent's collection together. Source:
 * firebase.google.com/docs/firestore/query-data/queries#limitations.
 */
const MAX_PARTS = 100;
/** Maximum number of projected fields. */
const MAX_PROJECTED_FIELDS = 1000;

/**
 * Parses a StructuredQuery with enums as names or numbers, below the path of its parent. Throws INVALID_ARGUMENT with
 * Firestore's message for every query that Firestore rejects.
 */
export function parseQuery(parent: string, input: unknown): Query {
  if (!isRecord(input)) throw invalidArgument('structuredQuery must be set.');
  if (input.findNearest !== undefined) throw new StatusError('UNIMPLEMENTED', 'find_nearest is not supported.');
  const source = parseSource(input.from);
  const isKindless = source.collectionId === undefined;
  const filter = input.where === undefined || input.where === null ? undefined : parseFilter(input.where);
  checkFilter(filter, isKindless);
  const explicit = parseOrders(input.orderBy);
  const parts = leavesOf(filter).length + explicit.length + (parent === '' ? 0 : 1);
  if (parts > MAX_PARTS)
    throw invalidArgument(
      `The sum of filters, sort orders and the parent document path of a query may not exceed ${MAX_PARTS}. Received: ${parts}`,
    );
  const orders = completeOrders(explicit, filter, isKindless);
  const projection = parseProjection(input.select);
  const limit = parseCount(input.limit, 'limit');
  const [startAt, endAt] = [parseCursor(input.startAt, explicit), parseCursor(input.endAt, explicit)];
  return {
    parent,
    ...source,
    orders,
    offset: parseCount(input.offset, 'offset') ?? 0,
    ...(filter && { filter }),
    ...(startAt && { startAt }),
    ...(endAt && { endAt }),
    ...(limit !== undefined && { limit }),
    ...(projection && { projection }),
  };
}

/** Returns a key; queries with the same key have the same results. */
export const queryKey = (query: Query) => JSON.stringify(query);

function parseSource(from: unknown): Pick<Query, 'collectionId' | 'allDescendants'> {
  if (from === undefined || (Array.isArray(from) && from.length === 0)) return { allDescendants: false };
  if (!Array.isArray(from) || !isRecord(from[0])) throw invalidArgument("Invalid value at 'structured_query.from'.");
  if (from.length > 1) throw invalidArgument('StructuredQuery.from cannot have more than one collection selector.');
  const { collectionId, allDescendants } = from[0];
  const isDeep = allDescendants === true;
  if (collectionId === undefined || collectionId === '') return { allDescendants: isDeep };
  if (typeof collectionId !== 'string')
    throw invalidArgument("Invalid value at 'structured_query.from.collection_id'.");
  checkCollectionId(collectionId);
  return { collectionId, allDescendants: isDeep };
}

function parseCount(input: unknown, name: string): number | undefined {
  const plain = isRecord(input) ? (input.value ?? 0) : input;
  if (plain === undefined || plain === null) return undefined;
  const count = numberOf(plain);
  if (!Number.isInteger(count) || count > INT32_MAX)
    throw invalidArgument(`Invalid value at 'structured_query.${name}' (TYPE_INT32), ${quoted(plain)}`);
  if (count < 0) throw invalidArgument(`${name} is negative`);
  return count;
}

function parseOrders(input: unknown): Order[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalidArgument("Invalid value at 'structured_query.order_by'.");
  if (input.length > MAX_PARTS)
    throw invalidArgument(`A query may have at most ${MAX_PARTS} sort orders. Received: ${input.length}`);
  return input.map((order: unknown) => {
    if (!isRecord(order)) throw invalidArgument("Invalid value at 'structured_query.order_by'.");
    const direction = order.direction ?? 'ASCENDING';
    const name = typeof direction === 'number' ? DIRECTIONS[direction] : direction;
    if (typeof name !== 'string' || !DIRECTIONS.includes(name))
      throw invalidArgument(`Invalid value at 'structured_query.order_by.direction', ${quoted(direction)}`);
    return { field: parseQueryField(order.field), isDescending: name === 'DESCENDING' };
  });
}

const sameField = (a: Order['field'], b: Order['field']) =>
  a.path.length === b.path.length && a.path.every((name, index) => name === b.path[index]);

function completeOrders(explicit: readonly Order[], filter: Filter | undefined, isKindless: boolean): Order[] {
  for (const [index, order] of explicit.entries()) {
    if (explicit.slice(0, index).some(({ field }) => sameField(field, order.field))) {
      throw invalidArgument(
        `order by clause cannot contain duplicate fields ${order.field.isName ? '__key__' : order.field.path.join('.')}`,
      );
    }
    if (isKindless && (!order.field.isName || order.isDescending))
      throw invalidArgument('kind is required for all orders except __key__ ascending');
  }
  const isDescending = explicit.at(-1)?.isDescending ?? false;
  const orders = [...explicit];
  for (const field of inequalityFields(filter)) {
    if (!field.isName && !orders.some((order) => sameField(order.field, field))) orders.push({ field, isDescending });
  }
  const name = orders.findIndex(({ field }) => field.isName);
  const after = name === -1 ? undefined : orders[name + 1];
  if (after)
    throw invalidArgument(`order by clause cannot contain more fields after the key ${after.field.path.join('.')}`);
  if (name === -1) orders.push({ field: { path: ['__name__'], isName: true }, isDescending });
  return orders;
}

function parseCursor(input: unknown, explicit: readonly Order[]): Cursor | undefined {
  if (input === undefined || input === null) return undefined;
  if (!isRecord(input) || (input.values !== undefined && !Array.isArray(input.values)))
    throw invalidArgument("Invalid value at 'structured_query.start_at'.");
  const values = (input.values as unknown[] | undefined) ?? [];
  if (values.length > explicit.length) throw invalidArgument('Cursor has too many values.');
  return {
    isBefore: input.before === true,
    values: values.map((value, index) =>
      explicit[index]?.field.isName ? namePosition(parseValue(value)) : parseValue(value),
    ),
  };
}

function namePosition(value: Value): Value {
  if (!('referenceValue' in value)) throw invalidArgument('Cursor __key__ value is not a document reference.');
  return { referenceValue: parseParentName(value.referenceValue).path };
}

function parseProjection(input: unknown): Query['projection'] {
  if (!isRecord(input) || !Array.isArray(input.fields) || input.fields.length === 0) return undefined;
  if (input.fields.length > MAX_PROJECTED_FIELDS)
    throw invalidArgument(
      `A query may select at most ${MAX_PROJECTED_FIELDS} fields. Received: ${input.fields.length}`,
    );
  const fields = input.fields.map(parseQueryField);
  return fields.filter(({ isName }) => !isName).map(({ path }) => path);
}

/** Parses the read mask of a get: without one all fields are returned. */
export function parseMask(input: unknown): Query['projection'] {
  if (!isRecord(input)) return undefined;
  const paths = input.fieldPaths ?? [];
  if (!Array.isArray(paths)) throw invalidArgument("Invalid value at 'mask.field_paths'.");
  return paths.map(parseFieldPath).filter((path) => path[0] !== '__name__');
}
