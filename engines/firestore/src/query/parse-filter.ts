import { parseFieldPath } from '../paths/field-path';
import { parseParentName } from '../paths/resource-name';
import { invalidArgument } from '../status';
import { isRecord, parseValue } from '../values/parse-value';
import { elementsOf, type Value } from '../values/value';
import type { CompareOperator, Filter, QueryField, UnaryOperator } from './query';

const COMPARE_OPERATORS: readonly string[] = [
  'OPERATOR_UNSPECIFIED',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ARRAY_CONTAINS',
  'IN',
  'ARRAY_CONTAINS_ANY',
  'NOT_IN',
];
const UNARY_OPERATORS: readonly string[] = [
  'OPERATOR_UNSPECIFIED',
  '',
  'IS_NAN',
  'IS_NULL',
  'IS_NOT_NAN',
  'IS_NOT_NULL',
];
const COMPOSITE_OPERATORS: readonly string[] = ['OPERATOR_UNSPECIFIED', 'AND', 'OR'];
/** Maximum number of values in a list operand. */
const LIST_LIMITS: Partial<Record<CompareOperator, number>> = { IN: 30, ARRAY_CONTAINS_ANY: 30, NOT_IN: 10 };
const MAX_DEPTH = 50;
/** Maximum number of filters in a query, including composite ones; no query that Firestore accepts has more. */
const MAX_FILTERS = 200;

/**
 * Parses a filter; undefined for an empty conjunction, which matches everything. `seen` counts the filters of the
 * query.
 */
export function parseFilter(input: unknown, depth = 0, seen = { count: 0 }): Filter | undefined {
  if (!isRecord(input)) throw invalidArgument("Invalid value at 'structured_query.where'.");
  if (depth > MAX_DEPTH) throw invalidArgument('Filters are nested too deep.');
  seen.count += 1;
  if (seen.count > MAX_FILTERS) throw invalidArgument(`A query may have at most ${MAX_FILTERS} filters.`);
  if (isRecord(input.compositeFilter)) return parseComposite(input.compositeFilter, depth, seen);
  if (isRecord(input.fieldFilter)) return parseComparison(input.fieldFilter);
  if (isRecord(input.unaryFilter)) return parseUnary(input.unaryFilter);
  throw invalidArgument('Unknown Filter type.');
}

/** Parses a field reference; `__name__` is the document's name. */
export function parseQueryField(input: unknown): QueryField {
  const path = parseFieldPath(isRecord(input) ? input.fieldPath : undefined);
  return { path, isName: path.length === 1 && path[0] === '__name__' };
}

function operatorOf(input: unknown, names: readonly string[], kind: string): string {
  const name = typeof input === 'number' ? names[input] : input;
  if (typeof name !== 'string' || name === '' || name === 'OPERATOR_UNSPECIFIED' || !names.includes(name))
    throw invalidArgument(`Unknown ${kind} operator.`);
  return name;
}

function parseComposite(
  { op, filters = [] }: Record<string, unknown>,
  depth: number,
  seen: { count: number },
): Filter | undefined {
  const kind = operatorOf(op, COMPOSITE_OPERATORS, 'CompositeFilter') === 'AND' ? 'and' : 'or';
  if (!Array.isArray(filters)) throw invalidArgument("Invalid value at 'composite_filter.filters'.");
  if (kind === 'or' && filters.length === 0)
    throw invalidArgument('Composite filter must have at least one sub-filter.');
  const parsed = filters.map((filter) => parseFilter(filter, depth + 1, seen)).filter((filter) => filter !== undefined);
  return parsed.length < 2 ? parsed[0] : { kind, filters: parsed };
}

function parseComparison(input: Record<string, unknown>): Filter {
  const operator = operatorOf(input.op, COMPARE_OPERATORS, 'FieldFilter') as CompareOperator;
  const field = parseQueryField(input.field);
  const value = parseValue(input.value);
  const limit = LIST_LIMITS[operator];
  if (limit !== undefined) {
    if (!('arrayValue' in value)) throw invalidArgument(`'${operator}' requires an ArrayValue.`);
    const count = elementsOf(value).length;
    if (count === 0) throw invalidArgument(`'${operator}' requires an non-empty ArrayValue.`);
    if (count > limit) throw invalidArgument(`'${operator}' supports up to ${limit} comparison values.`);
  }
  return { kind: 'compare', field, operator, value: field.isName ? nameValue(operator, value) : value };
}

/** Converts references compared with a name to paths below the documents. */
function nameValue(operator: CompareOperator, value: Value): Value {
  if (operator === 'ARRAY_CONTAINS' || operator === 'ARRAY_CONTAINS_ANY')
    throw invalidArgument('the name __key__ is reserved');
  if (LIST_LIMITS[operator] !== undefined) return { arrayValue: { values: elementsOf(value).map(namePath) } };
  return namePath(value);
}

function namePath(value: Value): Value {
  if (!('referenceValue' in value)) throw invalidArgument('__key__ filter value must be a Key');
  return { referenceValue: parseParentName(value.referenceValue).path };
}

function parseUnary(input: Record<string, unknown>): Filter {
  const operator = operatorOf(input.op, UNARY_OPERATORS, 'UnaryFilter') as UnaryOperator;
  const field = parseQueryField(input.field);
  if (field.isName) throw invalidArgument('__key__ filter value must be a Key');
  return { kind: 'unary', field, operator };
}
