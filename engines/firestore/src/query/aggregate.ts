import { type FieldPath, formatFieldPath, getField, parseFieldPath } from '../paths/field-path';
import { invalidArgument } from '../status';
import type { StoredDocument } from '../store/document';
import { isRecord, numberOf } from '../values/parse-value';
import { doubleOf, doubleValue, type Fields, NULL, type Value } from '../values/value';

const MAX_AGGREGATIONS = 5;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

interface Aggregation {
  readonly alias: string;
  readonly kind: 'count' | 'sum' | 'avg';
  readonly field?: FieldPath;
  readonly upTo?: number;
}

/**
 * Parses the aggregations of a StructuredAggregationQuery. Throws INVALID_ARGUMENT for more than five and for duplicate
 * aliases.
 */
export function parseAggregations(input: unknown): Aggregation[] {
  if (!Array.isArray(input) || input.length === 0) throw invalidArgument('Aggregations can not be empty.');
  if (input.length > MAX_AGGREGATIONS) {
    throw invalidArgument(
      `The maximum number of aggregations allowed in an aggregation query is ${MAX_AGGREGATIONS}. Received: ${input.length}`,
    );
  }
  let unnamed = 0;
  const aggregations = input.map((one: unknown) => {
    if (!isRecord(one)) throw invalidArgument('Operator field in Aggregation is not set.');
    const alias = typeof one.alias === 'string' && one.alias !== '' ? one.alias : `field_${(unnamed += 1)}`;
    return { alias, ...parseOperator(one) };
  });
  for (const [index, { alias }] of aggregations.entries()) {
    if (/^__.*__$/.test(alias)) throw invalidArgument(`The property.name "${alias}" is reserved.`);
    if (aggregations.findIndex((other) => other.alias === alias) < index)
      throw invalidArgument(`Aggregation aliases contain duplicate alias: ${alias}.`);
  }
  return aggregations;
}

function parseOperator(input: Record<string, unknown>): Omit<Aggregation, 'alias'> {
  if (isRecord(input.count)) {
    const { upTo } = input.count;
    const most = isRecord(upTo) ? upTo.value : upTo;
    if (most === undefined || most === null) return { kind: 'count' };
    if (!(numberOf(most) >= 0))
      throw invalidArgument('The `up_to` value in a COUNT aggregation must be greater than or equal to zero.');
    return { kind: 'count', upTo: numberOf(most) };
  }
  for (const kind of ['sum', 'avg'] as const) {
    const operand = input[kind];
    if (!isRecord(operand)) continue;
    const path = isRecord(operand.field) ? operand.field.fieldPath : undefined;
    if (path === '__name__') throw invalidArgument('Aggregations are not supported for the property: __key__');
    return { kind, field: parseFieldPath(path) };
  }
  throw invalidArgument('Operator field in Aggregation is not set.');
}

/**
 * Returns whether a document is aggregated: one without an aggregated field is excluded from the whole query, including
 * its count.
 */
export function hasAggregatedFields(aggregations: readonly Aggregation[], document: StoredDocument): boolean {
  return aggregations.every(({ field }) => field === undefined || getField(document.fields, field) !== undefined);
}

/**
 * Returns the results by alias. Integers are summed exactly; a double makes the sum a double; the average of nothing is
 * null.
 */
export function aggregate(aggregations: readonly Aggregation[], documents: readonly StoredDocument[]): Fields {
  const totals = new Map<string, Total>();
  const totalOf = (field: FieldPath) => {
    const key = formatFieldPath(field);
    const total = totals.get(key) ?? addUp(documents, field);
    totals.set(key, total);
    return total;
  };
  return Object.fromEntries(
    aggregations.map(({ alias, kind, field, upTo }) => {
      if (kind === 'count' || field === undefined)
        return [alias, { integerValue: String(Math.min(documents.length, upTo ?? Infinity)) }];
      const total = totalOf(field);
      if (kind === 'sum') return [alias, sumOf(total)];
      return [alias, total.count === 0 ? NULL : doubleValue((Number(total.integers) + total.doubles) / total.count)];
    }),
  );
}

interface Total {
  readonly count: number;
  readonly integers: bigint;
  readonly doubles: number;
  readonly hasDoubles: boolean;
}

function addUp(documents: readonly StoredDocument[], field: FieldPath): Total {
  let [count, integers, doubles, hasDoubles] = [0, 0n, 0, false];
  for (const document of documents) {
    const value = getField(document.fields, field);
    if (value === undefined) continue;
    if ('integerValue' in value) integers += BigInt(value.integerValue);
    else if ('doubleValue' in value) {
      doubles += doubleOf(value.doubleValue);
      hasDoubles = true;
    } else continue;
    count += 1;
  }
  return { count, integers, doubles, hasDoubles };
}

function sumOf({ integers, doubles, hasDoubles }: Total): Value {
  const isInteger = !hasDoubles && integers >= INT64_MIN && integers <= INT64_MAX;
  return isInteger ? { integerValue: integers.toString() } : doubleValue(Number(integers) + doubles);
}
