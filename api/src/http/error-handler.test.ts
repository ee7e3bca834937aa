import Fastify from 'fastify';

import { AppError } from '../platform/app-error';
import { createBoundedQueue } from '../platform/bounded-queue';
import { createLogger } from '../platform/logger';
import { handleError } from './error-handler';

/** Returns what is logged and answered when a call throws. */
async function outcome(work: () => Promise<unknown>) {
  const lines: Record<string, unknown>[] = [];
  const app = Fastify({
    loggerInstance: createLogger({
      level: 'warn',
      destination: {
        write: (line) => {
          lines.push(JSON.parse(line) as Record<string, unknown>);
        },
      },
    }),
  });
  app.setErrorHandler(handleError);
  app.get('/', work);
  const { statusCode, headers } = await app.inject('/');
  await app.close();
  return { lines, status: statusCode, retryAfter: headers['retry-after'] };
}

/** A queue whose only slot is taken forever. */
function aFullQueue() {
  const queue = createBoundedQueue({ running: 1, waiting: 0 });
  void queue(() => new Promise(() => undefined));
  return queue;
}
const WARN = 40;
const ERROR = 50;

it('logs one warning line without a stack when a full queue refuses', async () => {
  const { lines, status, retryAfter } = await outcome(() => aFullQueue()(() => Promise.resolve()));
  expect([status, retryAfter]).toEqual([503, '2']);
  expect(lines).toEqual([expect.objectContaining({ level: WARN, code: 'unavailable', retryAfterSeconds: 2 })]);
  expect(JSON.stringify(lines)).not.toContain('bounded-queue');
});

it.each([
  ['a broken invariant', new Error('no such row'), 500],
  ['an unreachable database', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503],
  ['an unreachable external service', new AppError('unavailable'), 503],
])('logs %s as an error with its stack', async (_what, error, expected) => {
  const { lines, status } = await outcome(() => Promise.reject(error));
  expect(status).toBe(expected);
  expect(lines).toEqual([
    expect.objectContaining({
      level: ERROR,
      err: expect.objectContaining({ stack: expect.stringContaining('error-handler.test') }),
    }),
  ]);
});

it('logs nothing for a caller error', async () => {
  expect(await outcome(() => Promise.reject(new AppError('invalid')))).toMatchObject({ lines: [], status: 422 });
});
