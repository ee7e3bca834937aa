import { stealSessionLock } from '../pages/sign-in/steal-session-lock';
import { FakeLocks } from '../testing/fake-locks';
import { withSessionLock } from './session-lock';

/** A task that runs until it is asked to end. */
function aCall() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe.each([
  ['in a browser with locks', true],
  ['in a page without locks', false],
])('%s', (_where, hasLocks) => {
  let takeOut: () => void = () => undefined;
  beforeEach(() => {
    if (hasLocks) takeOut = new FakeLocks().install();
  });
  afterEach(() => takeOut());

  it('returns the answer of the call, or rejects as the call does', async () => {
    await expect(stealSessionLock(() => Promise.resolve('in'))).resolves.toBe('in');
    await expect(stealSessionLock(() => Promise.reject(new Error('wrong password')))).rejects.toThrow('wrong password');
  });
});

describe('session lock', () => {
  let takeOut: () => void;
  beforeEach(() => {
    takeOut = new FakeLocks().install();
  });
  afterEach(() => takeOut());

  it('runs tasks one after another', async () => {
    const said: string[] = [];
    const first = aCall();
    void withSessionLock(async () => {
      said.push('first');
      await first.ended;
    });
    const second = withSessionLock(async () => {
      said.push('second');
      await Promise.resolve();
    });
    await settle();
    expect(said).toEqual(['first']);
    first.end();
    await second;
    expect(said).toEqual(['first', 'second']);
  });

  it('is stolen by a priority task, and the interrupted task runs again afterwards', async () => {
    const said: string[] = [];
    const signIn = aCall();
    const waiting = withSessionLock(async (signal) => {
      said.push('opens');
      // The first run never ends.
      if (said.length === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      if (signal.aborted) said.push('breaks off');
    });
    await settle();
    const done = stealSessionLock(async () => {
      said.push('signs in');
      await signIn.ended;
    });
    await settle();
    expect(said).toEqual(['opens', 'signs in', 'breaks off']);
    signIn.end();
    await done;
    await waiting;
    expect(said).toEqual(['opens', 'signs in', 'breaks off', 'opens']);
  });

  it('keeps the answer of a sign-in whose lock is stolen by another', async () => {
    const slow = aCall();
    const one = stealSessionLock(() => slow.ended.then(() => 'one'));
    await settle();
    await expect(stealSessionLock(() => Promise.resolve('two'))).resolves.toBe('two');
    slow.end();
    await expect(one).resolves.toBe('one');
  });

  it('does not repeat tasks that fail', async () => {
    let times = 0;
    await withSessionLock(() => {
      times += 1;
      return Promise.reject(new Error('broken'));
    });
    expect(times).toBe(1);
  });
});
