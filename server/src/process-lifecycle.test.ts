import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

it('opens no inspector on SIGUSR1', async () => {
  const lifecycle = JSON.stringify(join(import.meta.dirname, 'process-lifecycle.mjs'));
  const script = `const { ProcessLifecycle } = await import(${lifecycle}); new ProcessLifecycle();
    process.kill(process.pid, 'SIGUSR1'); setTimeout(() => process.exit(), 300);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  expect(await text(child.stderr)).toBe('');
});
