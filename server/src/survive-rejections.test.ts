import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

it('logs and counts a rejection without a handler, and lets the process go on', async () => {
  const path = (...parts: string[]) => JSON.stringify(join(import.meta.dirname, ...parts));
  const program = `
    import * as prometheus from 'prom-client';
    import { setImmediate } from 'node:timers/promises';
    import { followProduct } from ${path('metrics', 'follow-product.ts')};
    import { createInstruments } from ${path('metrics', 'instruments.ts')};
    import { surviveRejections } from ${path('survive-rejections.ts')};
    const registry = new prometheus.Registry();
    followProduct(createInstruments(prometheus, registry));
    surviveRejections();
    void Promise.reject(new Error('nobody waits for this'));
    await setImmediate();
    process.stderr.write(await registry.metrics());`;
  const words = ['--import', 'tsx', '--input-type=module', '--eval', program];
  // Rejects unless the process ends by itself with code 0.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd: import.meta.dirname });
  expect(JSON.parse(stdout)).toMatchObject({
    level: 50,
    msg: 'a promise was rejected without a handler',
    err: { message: 'nobody waits for this', stack: expect.any(String) },
  });
  expect(stderr).toContain('manabiba_defects_total{kind="unhandled-rejection"} 1');
});
