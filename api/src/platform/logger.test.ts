import { createLogger } from './logger';

/** Returns how an error is logged. */
function written(error: Error) {
  const lines: string[] = [];
  createLogger({
    level: 'error',
    destination: {
      write: (line) => {
        lines.push(line);
      },
    },
  }).error({ err: error }, 'failed');
  return { text: lines.join(''), line: JSON.parse(lines[0] ?? '{}') as { err: Record<string, unknown>; msg: string } };
}

it('logs an error with its type, message, cause and stack', () => {
  const { line } = written(new TypeError('no such row', { cause: new Error('the connection is gone') }));
  expect(line.err).toMatchObject({ type: 'TypeError', message: 'no such row: the connection is gone' });
  expect(line.err['stack']).toContain('logger.test.ts');
});

it.each(['authorization', 'cookie', 'set-cookie', 'password', 'token', 'refreshToken'])(
  'never logs the %s of an error',
  (name) => {
    const { text } = written(Object.assign(new Error('refused'), { request: { headers: { [name]: 'sesame' } } }));
    expect(text).toContain('refused');
    expect(text).not.toContain('sesame');
  },
);
