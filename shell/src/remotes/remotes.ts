import type { RegisteredRemote, Registry } from '@manabiba/shared/page/boot-data';
import type { RemoteComponent } from '@manabiba/shared/page/remote-door';
import { createElement, lazy, useEffect } from 'react';

import { fillersOf, type PartName, partText } from './registry';
import { RemoteLoader, type RemoteSources } from './remote-loader';
import { ANSWERS_MS, GIVE_UP_MS, HYDRATE_MS, SLOW_MS } from './timeouts';

/** How far one part has loaded. `slow` is still loading and shows a message. */
export type PartState = { status: 'idle' | 'loading' | 'slow' } | ReadyState | FailedState;

export interface ReadyState {
  status: 'ready';
  component: RemoteComponent;
}

interface FailedState {
  status: 'failed';
  error: unknown;
  /** Its code has run: in the same release it would fail again. */
  hasRun?: boolean;
}

export interface Part {
  readonly name: PartName;
  /** How far its code has loaded. */
  state: PartState;
  users: number;
  timers: Array<ReturnType<typeof setTimeout>>;
  /** Which attempt its state belongs to. */
  attempt: number;
  /** Ends when the code of the last attempt has loaded or failed. */
  load: Promise<void>;
  /** Its state in the first render, when the server has rendered it. */
  rendered?: ReadyState;
  /** The release that can replace the one in which it has failed, once it is known. */
  previous?: RegisteredRemote | undefined;
  /** Passes the code to React. Only while the HTML of the server waits for it on the page. */
  hydrate?: ((component: RemoteComponent) => void) | undefined;
}

const IDLE: PartState = { status: 'idle' };

/**
 * The remotes of one page: the registry, and the loading state of each page and slot.
 *
 * A part that fails, hangs or throws affects no other part. A retry starts all broken parts of that remote again, from
 * the registry as it is then and under a new path, so that no failed request is reused. HTML from the server stays
 * until its code is there.
 */
export class Remotes {
  /** Has the releases from which parts are loaded. */
  private current: Registry;
  /** The registry as the page shows it: as it was while HTML waits for its code, which a change above it would replace. */
  private shown: Registry;
  private readonly parts = new Map<string, Part>();
  private readonly loader: RemoteLoader;
  private readonly listeners = new Set<() => void>();

  constructor(
    registry: Registry,
    readonly sources: RemoteSources,
  ) {
    this.current = this.shown = registry;
    this.loader = new RemoteLoader(sources);
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  get registry(): Registry {
    return this.shown;
  }

  fillers(slot: string): PartName[] {
    return fillersOf(this.shown, slot);
  }

  /** State of a part as the page shows it. */
  stateOf(name: PartName): PartState {
    const part = this.parts.get(partText(name));
    return part ? shownState(part) : IDLE;
  }

  /** State of a part in the first render of the page. */
  firstStateOf(name: PartName): PartState {
    return this.parts.get(partText(name))?.rendered ?? IDLE;
  }

  /**
   * The server renders the part, or has rendered it: it counts as ready from the first render on. In the browser React
   * keeps the HTML until the code is there.
   */
  adopt(name: PartName, component?: RemoteComponent): void {
    const part = this.partOf(name);
    part.rendered = { status: 'ready', component: component ?? this.later(part) };
    if (component) part.state = part.rendered;
    // React requests code only when it has hydrated the page around the part.
    else this.start(part);
  }

  /** The parts on the page. */
  get partsInUse(): Part[] {
    return [...this.parts.values()].filter(({ users }) => users > 0);
  }

  /** Whether code of any part of the page is loading. Slow parts do not count: nothing waits for them. */
  get isLoading(): boolean {
    return this.partsInUse.some((part) => isUnderWay(part) && part.state.status !== 'slow');
  }

  /** Whether the page itself is loading. */
  get isLoadingPage(): boolean {
    return this.partsInUse.some((part) => part.name.kind === 'pages' && isUnderWay(part));
  }

  /** Starts to load a part, unless it has been loaded or is loading. */
  load(name: PartName): void {
    const part = this.partOf(name);
    if (part.state.status === 'idle') this.start(part);
  }

  /**
   * Counts a component that shows the part. A part that failed before it was shown is retried. Returns a function that
   * ends the use.
   */
  use(name: PartName): () => void {
    const part = this.partOf(name);
    const failedUnseen = part.state.status === 'failed' && part.users === 0 && !this.hasFrozenPage(name);
    part.users += 1;
    if (failedUnseen) void this.retry(name.remote);
    else this.load(name);
    return () => {
      part.users -= 1;
      // Its HTML has left the page, unless an effect only runs twice.
      queueMicrotask(() => {
        if (part.users === 0) part.hydrate = undefined;
      });
      this.notify();
    };
  }

  /** The part is about to be rendered: if the page freezes now, the part does not start automatically next time. */
  watch(name: PartName): void {
    const { hangGuard } = this.sources;
    if (!hangGuard) return;
    const mark = this.markOf(name);
    hangGuard.begin(mark);
    setTimeout(() => hangGuard.end(mark), ANSWERS_MS);
  }

  /** The part threw while it rendered. */
  fail(name: PartName, error: unknown): void {
    this.settle(this.partOf(name), { status: 'failed', error, hasRun: true });
  }

  /** Retries everything of a remote that is not ready, in the release that is live by now. */
  retry(remote: string): Promise<void> {
    return this.beginAgain(remote, async () => {
      const fresh = await Promise.race([this.sources.fetchRegistry(), patience()]).catch(() => null);
      return fresh?.remotes[remote];
    });
  }

  /** Returns the release before the one in which a part has failed, if it has the part too. */
  previousOf(name: PartName): RegisteredRemote | undefined {
    return this.parts.get(partText(name))?.previous;
  }

  offerPrevious(part: Part, previous: RegisteredRemote | undefined): void {
    part.previous = previous;
    this.notify();
  }

  /** Fetches the registry again: a remote that was not live may be live now. */
  async refresh(): Promise<void> {
    const fresh = await this.sources.fetchRegistry().catch(() => null);
    if (fresh) this.replace(fresh);
  }

  /** Takes another registry. Pages and slots of remotes that it does not name close. */
  replace(registry: Registry): void {
    this.current = this.shown = registry;
    this.notify();
  }

  /** The component of a rendered part, whose code React waits for. */
  private later(part: Part): RemoteComponent {
    const code = new Promise<{ default: RemoteComponent }>((resolve) => {
      part.hydrate = (component) => resolve({ default: this.hydrating(part, component) });
    });
    return lazy(() => code);
  }

  /**
   * A rendered part that announces when React has hydrated it, and is hydrated without interruption when that takes
   * long.
   */
  private hydrating(part: Part, component: RemoteComponent): RemoteComponent {
    const overdue = setTimeout(() => {
      if (part.state === part.rendered) this.set(part, { ...part.state });
    }, HYDRATE_MS);
    const { around = (children) => children } = this.sources;
    return function Hydrating(props) {
      useEffect(() => {
        clearTimeout(overdue);
        // Replays the clicks on the part until now: shell/server/rendering/html/event-replay.ts.
        dispatchEvent(new CustomEvent('partready', { detail: partText(part.name) }));
      }, []);
      return around(createElement(component, props));
    };
  }

  /**
   * Starts all broken parts of a remote again, from another release when one is chosen. Ends when their code has loaded
   * or failed.
   *
   * @param isQuiet The page shows nothing of it before the code is there.
   */
  async beginAgain(
    remote: string,
    choose: () => Promise<RegisteredRemote | undefined>,
    isQuiet = false,
  ): Promise<void> {
    const broken = [...this.parts.values()].filter(
      ({ name, state }) => name.remote === remote && state.status !== 'ready',
    );
    const attempt = this.loader.beginAgain(remote, this.releaseOf(remote));
    for (const part of broken) {
      part.attempt = attempt;
      if (!isQuiet) this.settle(part, { status: 'loading' });
    }
    const release = await choose();
    // Another attempt has started in the meantime.
    if (this.loader.attemptOf(remote) !== attempt) return;
    if (!isQuiet) for (const part of broken) this.sources.hangGuard?.clear(this.markOf(part.name));
    if (release) this.take(remote, release);
    for (const part of broken) {
      if (part.users > 0) this.start(part, isQuiet);
      else this.settle(part, IDLE);
    }
    await Promise.all(broken.map(({ load }) => load));
  }

  private take(remote: string, release: RegisteredRemote): void {
    if (release.version === this.releaseOf(remote)?.version) return;
    this.sources.forgetChunks(release.container);
    // A part that began meanwhile has loaded the previous release.
    this.loader.forget(remote);
    // The releases of other remotes stay: a page does not change while it is read.
    this.current = { ...this.current, remotes: { ...this.current.remotes, [remote]: release } };
  }

  private hasFrozenPage(name: PartName): boolean {
    return this.sources.hangGuard?.has(this.markOf(name)) ?? false;
  }

  private start(part: Part, isQuiet = false): void {
    const { name } = part;
    if (this.hasFrozenPage(name)) return this.fail(name, new Error(`${partText(name)} made the page unresponsive`));
    this.sources.hangGuard?.begin(this.markOf(name));
    const attempt = this.loader.attemptOf(name.remote);
    part.attempt = attempt;
    if (!isQuiet) this.settle(part, { status: 'loading' });
    const isCurrent = () => part.attempt === attempt && part.state.status !== 'ready';
    const fail = (error: unknown) => {
      if (isCurrent()) this.settle(part, { status: 'failed', error });
    };
    part.timers = [
      setTimeout(() => {
        if (isCurrent() && part.state.status === 'loading') this.set(part, { status: 'slow' });
      }, SLOW_MS),
      setTimeout(() => fail(new Error(`${partText(name)} did not load in ${GIVE_UP_MS} ms`)), GIVE_UP_MS),
    ];
    part.load = this.loader.load(name, this.releaseOf(name.remote)).then((component) => {
      if (!isCurrent()) return;
      const { hydrate, rendered } = part;
      part.hydrate = undefined;
      hydrate?.(component);
      this.settle(part, (hydrate && rendered) ?? { status: 'ready', component });
    }, fail);
  }

  private partOf(name: PartName): Part {
    const text = partText(name);
    const known = this.parts.get(text);
    if (known) return known;
    const part: Part = { name, state: IDLE, users: 0, timers: [], attempt: 0, load: Promise.resolve() };
    this.parts.set(text, part);
    return part;
  }

  private settle(part: Part, state: PartState): void {
    const { name, timers, state: before } = part;
    for (const timer of timers) clearTimeout(timer);
    if (state.status !== 'failed') part.previous = undefined;
    this.set(part, state);
    if (state.status === 'ready') this.watch(name);
    else if (state.status !== 'failed') return;
    else {
      this.sources.hangGuard?.end(this.markOf(name));
      // What stays failed is reported once.
      if (before.status === 'failed') return;
    }
    this.sources.reportOutcome?.({ ...name, version: this.versionOf(name), ...state });
  }

  /** Returns the release from which the parts of a remote are loaded. */
  releaseOf(remote: string): RegisteredRemote | undefined {
    return this.current.remotes[remote];
  }

  private versionOf({ remote }: PartName): string {
    return this.releaseOf(remote)?.version ?? '';
  }

  private markOf(name: PartName): string {
    return `${partText(name)}@${this.versionOf(name)}`;
  }

  private set(part: Part, state: PartState): void {
    part.state = state;
    this.notify();
  }

  private notify(): void {
    if (!this.partsInUse.some(({ hydrate }) => hydrate)) this.shown = this.current;
    for (const listener of this.listeners) listener();
  }
}

/**
 * Limits the wait for the registry: if it does not answer, the known release is tried, before the part counts as slow.
 */
const patience = () =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), SLOW_MS);
  });
/** State of a part as the page shows it: HTML from the server counts as ready. */
const shownState = (part: Part) => (part.hydrate && part.rendered) || part.state;
const isUnderWay = (part: Part) => !['ready', 'failed'].includes(shownState(part).status);
