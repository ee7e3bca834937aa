import { collectBytes, createLogger } from './logger';

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

describe('the buffer of the output', () => {
  function setUp() {
    const written: Buffer[] = [];
    let syncs = 0;
    const collected = collectBytes({
      write: (bytes) => {
        // The output may write later: what it was given must not change.
        written.push(bytes);
      },
      flushSync: () => {
        syncs += 1;
      },
    });
    return { written, collected, syncs: () => syncs };
  }

  it('writes many lines together, in their order, with every character', () => {
    const { written, collected } = setUp();
    const lines = Array.from({ length: 20_000 }, (_, index) => `{"msg":"${index} 教室🎓"}\n`);
    for (const line of lines) collected.write(line);
    expect(written.length).toBeGreaterThan(1);
    expect(written.length).toBeLessThan(20);
    collected.flush();
    expect(Buffer.concat(written).toString()).toBe(lines.join(''));
  });

  it('writes a line that is longer than the buffer after those before it', () => {
    const { written, collected } = setUp();
    const long = `${'教'.repeat(100_000)}\n`;
    collected.write('before\n');
    collected.write(long);
    collected.write('after\n');
    collected.flushSync();
    expect(Buffer.concat(written).toString()).toBe(`before\n${long}after\n`);
  });

  it('writes what is left before the process ends, and nothing twice', () => {
    const { written, collected, syncs } = setUp();
    collected.write('last\n');
    collected.flushSync();
    collected.flushSync();
    expect(written.map(String)).toEqual(['last\n']);
    expect(syncs()).toBe(2);
  });
});
