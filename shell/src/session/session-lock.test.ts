import { goFirst } from '../pages/sign-in/go-first';
import { FakeLocks } from '../testing/fake-locks';
import { withSessionLock } from './session-lock';

/** Something that goes on until it is told to end. */
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

  it('gives what was answered, and fails as the call does', async () => {
    await expect(goFirst(() => Promise.resolve('in'))).resolves.toBe('in');
    await expect(goFirst(() => Promise.reject(new Error('wrong password')))).rejects.toThrow('wrong password');
  });
});

describe('turns', () => {
  let takeOut: () => void;
  beforeEach(() => {
    takeOut = new FakeLocks().install();
  });
  afterEach(() => takeOut());

  it('come one after the other', async () => {
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

  it('are taken away by who goes first, and come again after them', async () => {
    const said: string[] = [];
    const signIn = aCall();
    const waiting = withSessionLock(async (signal) => {
      said.push('opens');
      // The first time it never ends by itself.
      if (said.length === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      if (signal.aborted) said.push('breaks off');
    });
    await settle();
    const done = goFirst(async () => {
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

  it('that are taken away from a sign-in by another leave it its answer', async () => {
    const slow = aCall();
    const one = goFirst(() => slow.ended.then(() => 'one'));
    await settle();
    await expect(goFirst(() => Promise.resolve('two'))).resolves.toBe('two');
    slow.end();
    await expect(one).resolves.toBe('one');
  });

  it('that fail do not come again', async () => {
    let times = 0;
    await withSessionLock(() => {
      times += 1;
      return Promise.reject(new Error('broken'));
    });
    expect(times).toBe(1);
  });
});
