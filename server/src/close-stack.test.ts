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

it('closes what is still opening as soon as it is open', async () => {
  const closed: string[] = [];
  const stack = new CloseStack();
  const engine = {
    close: () => {
      closed.push('engine');
    },
  };
  let open: (opened: typeof engine) => void = () => undefined;
  const opening = stack.opening(
    new Promise<typeof engine>((done) => {
      open = done;
    }),
  );
  const closing = stack.close();
  expect(closed).toEqual([]);
  open(engine);
  await closing;
  expect(closed).toEqual(['engine']);
  await expect(opening).resolves.toBe(engine);
});

it('leaves the failure of an opening to the caller, and has nothing to close', async () => {
  const stack = new CloseStack();
  const opening = stack.opening(Promise.reject(new Error('port taken')));
  await expect(opening).rejects.toThrow('port taken');
  await expect(stack.close()).resolves.toBeUndefined();
});
