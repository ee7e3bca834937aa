import { CloseStack } from './close-stack.mjs';

it('closes in the reverse order of opening, one at a time', async () => {
  const closed: string[] = [];
  const stack = new CloseStack();
  stack.defer(() => {
    closed.push('database');
  });
  stack.defer(async () => {
    await Promise.resolve();
    closed.push('web server');
  });
  await stack.close();
  expect(closed).toEqual(['web server', 'database']);
});

it('closes the rest when one closer fails, and reports the first failure', async () => {
  const closed: string[] = [];
  const stack = new CloseStack();
  stack.defer(() => {
    closed.push('database');
  });
  stack.defer(() => Promise.reject(new Error('second')));
  stack.defer(() => {
    throw new Error('first');
  });
  await expect(stack.close()).rejects.toThrow('first');
  expect(closed).toEqual(['database']);
});

it('closes nothing twice', async () => {
  let times = 0;
  const stack = new CloseStack();
  stack.defer(() => {
    times += 1;
  });
  await stack.close();
  await stack.close();
  expect(times).toBe(1);
});
