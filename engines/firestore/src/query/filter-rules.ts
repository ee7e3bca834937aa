import { invalidArgument } from '../status';
import { compareText } from '../values/text-order';
import { elementsOf } from '../values/value';
import { type Filter, type LeafFilter, leavesOf, type QueryField } from './query';

/** Limits of a query. Source: firebase.google.com/docs/firestore/query-data/queries#limitations. */
const MAX_DISJUNCTIONS = 30;
const MAX_INEQUALITY_FIELDS = 10;
const INEQUALITIES = new Set([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
  'IS_NOT_NAN',
  'IS_NOT_NULL',
]);
const NEGATIONS = new Set(['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', 'IS_NOT_NULL']);

/** Rejects combinations of filters that Firestore rejects, with its message. */
export function checkFilter(filter: Filter | undefined, isKindless: boolean): void {
  if (!filter) return;
  const leaves = leavesOf(filter);
  const property = leaves.find(({ field }) => !field.isName);
  if (isKindless && property) throw invalidArgument(`kind is required for filter: ${property.field.path.join('.')}`);
  const uses = (operator: string) => leaves.some((leaf) => leaf.operator === operator);
  if (leaves.filter(({ operator }) => NEGATIONS.has(operator)).length > 1) {
    throw invalidArgument(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  if (uses('NOT_IN') && (uses('IN') || uses('ARRAY_CONTAINS_ANY') || hasOr(filter))) {
    throw invalidArgument("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
  const disjunctions = countDisjunctions(filter);
  if (disjunctions > MAX_DISJUNCTIONS) {
    throw invalidArgument(
      `Too many disjunctions after normalization. Result had ${disjunctions} disjunctions which is more than the maximum of ${MAX_DISJUNCTIONS}`,
    );
  }
  if (mostArrayFilters(filter) > 1)
    throw invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  checkInequalities(filter, leaves);
}

function checkInequalities(filter: Filter, leaves: LeafFilter[]): void {
  const fields = inequalityFields(filter);
  if (fields.length > MAX_INEQUALITY_FIELDS) {
    const names = fields.map(({ path }) => path.join('.')).join(', ');
    throw invalidArgument(
      `The query contains ${fields.length} distinct inequality fields: [${names}]. A query may not have more than ${MAX_INEQUALITY_FIELDS} distinct inequality fields.`,
    );
  }
  const hasNameEquality = leaves.some(
    ({ field, operator }) => field.isName && (operator === 'EQUAL' || operator === 'IN'),
  );
  if (hasNameEquality && fields.length > 0 && !fields.some(({ isName }) => isName)) {
    throw invalidArgument(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    );
  }
}

/** Returns the distinct fields with inequality filters, sorted by name. */
export function inequalityFields(filter: Filter | undefined): QueryField[] {
  const fields = new Map<string, QueryField>();
  for (const { field, operator } of leavesOf(filter))
    if (INEQUALITIES.has(operator)) fields.set(JSON.stringify(field.path), field);
  return [...fields.values()].sort((a, b) => comparePaths(a.path, b.path));
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compareText(a[index] as string, b[index] as string);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const hasOr = (filter: Filter): boolean =>
  filter.kind === 'or' || (filter.kind === 'and' && filter.filters.some(hasOr));

/** Returns the number of conjunctions in disjunctive normal form; a list counts once for each of its values. */
function countDisjunctions(filter: Filter): number {
  if (filter.kind === 'or') return filter.filters.reduce((sum, part) => sum + countDisjunctions(part), 0);
  if (filter.kind === 'and') return filter.filters.reduce((product, part) => product * countDisjunctions(part), 1);
  return filter.operator === 'IN' || filter.operator === 'ARRAY_CONTAINS_ANY' ? elementsOf(filter.value).length : 1;
}

/** Returns the largest number of array filters in one conjunction. */
function mostArrayFilters(filter: Filter): number {
  if (filter.kind === 'or') return Math.max(...filter.filters.map(mostArrayFilters));
  if (filter.kind === 'and') return filter.filters.reduce((sum, part) => sum + mostArrayFilters(part), 0);
  return filter.operator === 'ARRAY_CONTAINS' || filter.operator === 'ARRAY_CONTAINS_ANY' ? 1 : 0;
}
