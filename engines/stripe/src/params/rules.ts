import { type Form, type FormValue, nested } from '../http/form';
import { invalid } from '../http/stripe-error';

/** Parses a form value, or throws an invalid request error that names the parameter. */
export interface Rule {
  readonly isRequired?: boolean;
  parse(value: FormValue, path: string): unknown;
}

/** The parameters of a call. The compiler rejects names that `P`, a type of the SDK, does not have. */
export type Shape<P> = { readonly [Name in keyof P]?: Rule };
export type Params<P> = (form: Form) => P;

const MAX_TEXT_CHARACTERS = 5000;
const MAX_ENTRIES = 100;
const MAX_METADATA_KEYS = 50;
const MAX_METADATA_KEY_CHARACTERS = 40;
const MAX_METADATA_CHARACTERS = 500;
/** The maximum amount in the smallest unit: eight digits. */
export const MAX_AMOUNT = 99_999_999;
/** Names that exist on every JavaScript object through its prototype. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export const required = (rule: Rule): Rule => ({ ...rule, isRequired: true });

/** An empty string unsets the parameter and is passed through as is. */
export const clearable = (rule: Rule): Rule => ({
  ...rule,
  parse: (value, path) => (value === '' ? '' : rule.parse(value, path)),
});

export function text({ max = MAX_TEXT_CHARACTERS, pattern }: { max?: number; pattern?: RegExp } = {}): Rule {
  return {
    parse(value, path) {
      if (typeof value !== 'string') throw invalid(`Invalid string: ${path} is an object or a list.`, undefined, path);
      if (value === '')
        throw invalid(
          `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
          'parameter_invalid_empty',
          path,
        );
      if (value.length > max)
        throw invalid(`Invalid string: ${path} must be at most ${max} characters.`, 'parameter_invalid_string', path);
      if (pattern && !pattern.test(value))
        throw invalid(`Invalid string: ${path} has characters that it must not have.`, undefined, path);
      return value;
    },
  };
}

export function integer({ min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): Rule {
  return {
    parse(value, path) {
      const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
      if (!Number.isSafeInteger(number))
        throw invalid(`Invalid integer: ${shown(value)}`, 'parameter_invalid_integer', path);
      if (number < min)
        throw invalid(`This value must be greater than or equal to ${min}.`, 'parameter_invalid_integer', path);
      if (number > max)
        throw invalid(`This value must be less than or equal to ${max}.`, 'parameter_invalid_integer', path);
      return number;
    },
  };
}

/** Parses an amount; the minimum depends on the call. */
export const amount = (min = 1): Rule => integer({ min, max: MAX_AMOUNT });

export function decimal({ min, max }: { min: number; max: number }): Rule {
  return {
    parse(value, path) {
      const number = typeof value === 'string' && /^\d{1,9}(\.\d{1,4})?$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) throw invalid(`Invalid decimal: ${shown(value)}`, undefined, path);
      return number;
    },
  };
}

export const bool: Rule = {
  parse(value, path) {
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw invalid(`Invalid boolean: ${shown(value)}`, undefined, path);
  },
};

export function oneOf(...values: readonly string[]): Rule {
  return {
    parse(value, path) {
      if (typeof value === 'string' && values.includes(value)) return value;
      throw invalid(`Invalid ${path}: must be one of ${values.join(', ')}`, undefined, path);
    },
  };
}

export function list(rule: Rule, { max = MAX_ENTRIES } = {}): Rule {
  return {
    parse(value, path) {
      if (typeof value === 'string') throw invalid('Invalid array', undefined, path);
      if (value.size > max) throw invalid(`Array must have at most ${max} entries.`, undefined, path);
      const names = [...value.keys()];
      if (names.some((name) => !/^\d{1,4}$/.test(name))) throw invalid('Invalid array', undefined, path);
      return names
        .sort((one, other) => Number(one) - Number(other))
        .map((name) => rule.parse(value.get(name) as FormValue, nested(path, name)));
    },
  };
}

export function hash<P>(shape: Shape<P>): Rule {
  return {
    parse(value, path) {
      // The SDK sends an empty object as an empty string.
      if (value === '') return {};
      if (typeof value === 'string') throw invalid('Invalid object', 'parameter_invalid', path);
      return parseShape(shape, value, path);
    },
  };
}

/** Parses a non-empty string with the first rule, anything else with the second. */
export function either(first: Rule, second: Rule): Rule {
  return {
    parse: (value, path) =>
      typeof value === 'string' && value !== '' ? first.parse(value, path) : second.parse(value, path),
  };
}

/** The caller's own metadata. An empty string removes a key, an empty `metadata` all of them. */
export const metadata: Rule = {
  parse(value, path) {
    if (value === '') return '';
    if (typeof value === 'string') throw invalid('Invalid object', 'parameter_invalid', path);
    if (value.size > MAX_METADATA_KEYS)
      throw invalid(`You can only have up to ${MAX_METADATA_KEYS} metadata keys.`, undefined, path);
    return Object.fromEntries(
      [...value].map(([name, each]) => {
        const at = nested(path, name);
        if (typeof each !== 'string') throw invalid('Metadata values must be strings.', undefined, at);
        if (FORBIDDEN_NAMES.has(name)) throw invalid(`Invalid metadata key: ${name}`, undefined, at);
        if (name.length > MAX_METADATA_KEY_CHARACTERS)
          throw invalid(`Metadata keys may be at most ${MAX_METADATA_KEY_CHARACTERS} characters long.`, undefined, at);
        if (each.length > MAX_METADATA_CHARACTERS)
          throw invalid(`Metadata values may be at most ${MAX_METADATA_CHARACTERS} characters long.`, undefined, at);
        return [name, each];
      }),
    );
  },
};

/** A timestamp in seconds since 1970. */
export const timestamp: Rule = integer({ min: 0, max: 99_999_999_999 });
/** `created` of lists: a timestamp or its bounds. */
export const range: Rule = either(timestamp, hash({ gt: timestamp, gte: timestamp, lt: timestamp, lte: timestamp }));

const EXPAND = list(text({ max: 200 }), { max: 20 });

/**
 * Parses the parameters of a call, typed as in the SDK. Rejects unknown names and missing required ones. Every call
 * accepts `expand`.
 */
export function params<P>(shape: Shape<P>): Params<P> {
  return (form) => parseShape({ ...shape, expand: EXPAND }, form, '') as P;
}

function parseShape(shape: Shape<Record<string, unknown>>, form: Form, path: string): Record<string, unknown> {
  const rules = new Map(Object.entries(shape));
  for (const name of form.keys()) {
    if (!rules.has(name))
      throw invalid(`Received unknown parameter: ${nested(path, name)}`, 'parameter_unknown', nested(path, name));
  }
  const parsed: Record<string, unknown> = {};
  for (const [name, rule] of rules) {
    const value = form.get(name);
    if (value !== undefined) parsed[name] = rule?.parse(value, nested(path, name));
    else if (rule?.isRequired)
      throw invalid(`Missing required param: ${nested(path, name)}.`, 'parameter_missing', nested(path, name));
  }
  return parsed;
}

const shown = (value: FormValue) => (typeof value === 'string' ? value.slice(0, 100) : 'an object or a list');
