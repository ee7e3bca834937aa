import { parsed } from './parse-value';

const schema = {
  safeParse: jest.fn((value: unknown) => ({ success: true as const, data: { name: (value as { id: string }).id } })),
};

it('parses a value once, however often it is shown', () => {
  const value = { id: 'x' };
  expect(parsed(value, schema)).toBe(parsed(value, schema));
  expect(schema.safeParse).toHaveBeenCalledTimes(1);
  expect(parsed({ id: 'x' }, schema)).toEqual({ name: 'x' });
});

it('drops an invalid value and reports it once', () => {
  const reported = jest.fn();
  Object.defineProperty(globalThis, 'reportError', { configurable: true, value: reported });
  const strict = { safeParse: () => ({ success: false as const, error: new Error('no name') }) };
  const value = { id: 'x' };
  expect([parsed(value, strict), parsed(value, strict)]).toEqual([undefined, undefined]);
  expect(reported).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(globalThis, 'reportError');
});
