import type { RegisteredRemote, Registry } from '@manabiba/shared/page/boot-data';
import type { RemoteComponent } from '@manabiba/shared/page/remote-door';
import { createElement, lazy, useEffect } from 'react';

import { fillersOf, hasPart, type PartName, partText } from './registry';
import { RemoteLoader, type RemoteSources } from './remote-loader';
import { ANSWERS_MS, GIVE_UP_MS, HYDRATE_MS, SLOW_MS } from './timeouts';

/** How far one part has loaded. `slow` is still loading and shows a message. */
export type PartState = { status: 'idle' | 'loading' | 'slow' } | ReadyState | { status: 'failed'; error: unknown };

export interface ReadyState {
  status: 'ready';
  component: RemoteComponent;
}

interface Part {
  name: PartName;
  state: PartState;
  users: number;
  timers: Array<ReturnType<typeof setTimeout>>;
  /** Which attempt its state belongs to. */
  attempt: number;
  /** Its state in the first render, when the server has rendered it. */
  rendered?: PartState;
}

const IDLE: PartState = { status: 'idle' };

/**
 * The remotes of one page: the registry, and the loading state of each page and slot.
 *
 * A part that fails, hangs or throws affects no other part. A retry starts all broken parts of that remote again, from
 * the registry as it is then and under a new path, so that no failed request is reused.
 */
export class Remotes {
  private current: Registry;
  private readonly parts = new Map<string, Part>();
  private readonly loader: RemoteLoader;
  /** The previous releases, by remote. */
  private readonly previous = new Map<string, RegisteredRemote>();
  private readonly listeners = new Set<() => void>();

  constructor(
    registry: Registry,
    private readonly sources: RemoteSources,
  ) {
    this.current = registry;
    this.loader = new RemoteLoader(sources);
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  get registry(): Registry {
    return this.current;
  }

  fillers(slot: string): PartName[] {
    return fillersOf(this.current, slot);
  }

  stateOf(name: PartName): PartState {
    return this.parts.get(partText(name))?.state ?? IDLE;
  }

  /** State of a part in the first render of the page. */
  firstStateOf(name: PartName): PartState {
    return this.parts.get(partText(name))?.rendered ?? IDLE;
  }

  /**
   * The server renders the part, or has rendered it: it counts as ready from the first render on. In the browser React
   * keeps the HTML until the code is there.
   */
  adopt(name: PartName, component: RemoteComponent = this.later(name)): void {
    const part = this.partOf(name);
    part.state = part.rendered = { status: 'ready', component };
  }

  /** Whether code of any part of the page is loading. Slow parts do not count: nothing waits for them. */
  get isLoading(): boolean {
    return this.some(({ state }) => isUnderWay(state) && state.status !== 'slow');
  }

  /** Whether the page itself is loading. */
  get isLoadingPage(): boolean {
    return this.some(({ name, state }) => name.kind === 'pages' && isUnderWay(state));
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
    this.settle(this.partOf(name), { status: 'failed', error });
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
    const [previous, failed] = [this.previous.get(name.remote), this.current.remotes[name.remote]];
    return previous && failed && previous.version !== failed.version && hasPart(previous, name, failed)
      ? previous
      : undefined;
  }

  /** Shows all parts of a remote that are not ready in the previous release. */
  async showPrevious(remote: string): Promise<void> {
    await this.beginAgain(remote, async () => this.previous.get(remote));
  }

  /** Fetches the registry again: a remote that was not live may be live now. */
  async refresh(): Promise<void> {
    const fresh = await this.sources.fetchRegistry().catch(() => null);
    if (fresh) this.replace(fresh);
  }

  /** Takes another registry. Pages and slots of remotes that it does not name close. */
  replace(registry: Registry): void {
    this.current = registry;
    this.notify();
  }

  /**
   * Loads the code of a rendered part at once: React requests it only when it has hydrated the page around the part. A
   * part whose code cannot be loaded is replaced by its message without React's error.
   */
  private later(name: PartName): RemoteComponent {
    const loading = this.hasFrozenPage(name)
      ? Promise.reject(unresponsive(name))
      : this.loader.load(name, this.current.remotes[name.remote]);
    const code = loading.then(
      (component) => {
        this.sources.reportOutcome?.({ ...name, version: this.versionOf(name), status: 'ready' });
        return { default: this.hydrating(name, component) };
      },
      (error: unknown) => {
        this.fail(name, error);
        return new Promise<never>(() => undefined);
      },
    );
    return lazy(() => code);
  }

  /**
   * A rendered part that announces when React has hydrated it, and is hydrated without interruption when that takes
   * long.
   */
  private hydrating(name: PartName, component: RemoteComponent): RemoteComponent {
    const overdue = setTimeout(() => {
      const part = this.partOf(name);
      if (part.state === part.rendered) this.set(part, { ...part.state });
    }, HYDRATE_MS);
    const { around = (children) => children } = this.sources;
    return function Hydrating(props) {
      useEffect(() => {
        clearTimeout(overdue);
        // Replays the clicks on the part until now: shell/server/rendering/html/event-replay.ts.
        dispatchEvent(new CustomEvent('partready', { detail: partText(name) }));
      }, []);
      return around(createElement(component, props));
    };
  }

  private some(test: (part: Part) => boolean): boolean {
    return [...this.parts.values()].some((part) => part.users > 0 && test(part));
  }

  /** Starts all broken parts of a remote again, from another release when one is chosen. */
  private async beginAgain(remote: string, choose: () => Promise<RegisteredRemote | undefined>): Promise<void> {
    const broken = [...this.parts.values()].filter(
      ({ name, state }) => name.remote === remote && state.status !== 'ready',
    );
    const attempt = this.loader.beginAgain(remote, this.current.remotes[remote]);
    for (const part of broken) {
      part.attempt = attempt;
      this.settle(part, { status: 'loading' });
    }
    const release = await choose();
    // Another attempt has started in the meantime.
    if (this.loader.attemptOf(remote) !== attempt) return;
    for (const part of broken) this.sources.hangGuard?.clear(this.markOf(part.name));
    if (release) this.take(remote, release);
    for (const part of broken) {
      if (part.users > 0) this.start(part);
      else this.settle(part, IDLE);
    }
  }

  private take(remote: string, release: RegisteredRemote): void {
    if (release.version !== this.current.remotes[remote]?.version) this.sources.forgetChunks(release.container);
    // The releases of other remotes stay: a page does not change while it is read.
    this.current = { remotes: { ...this.current.remotes, [remote]: release } };
  }

  private async askPrevious(remote: string): Promise<void> {
    const { previous } = await this.sources.fetchRegistry(remote);
    if (previous) this.previous.set(remote, previous);
    else this.previous.delete(remote);
    this.notify();
  }

  private hasFrozenPage(name: PartName): boolean {
    return this.sources.hangGuard?.has(this.markOf(name)) ?? false;
  }

  private start(part: Part): void {
    const { name } = part;
    if (this.hasFrozenPage(name)) return this.settle(part, { status: 'failed', error: unresponsive(name) });
    this.sources.hangGuard?.begin(this.markOf(name));
    const attempt = this.loader.attemptOf(name.remote);
    part.attempt = attempt;
    this.settle(part, { status: 'loading' });
    const isCurrent = () => part.attempt === attempt && part.state.status !== 'ready';
    part.timers = [
      setTimeout(() => {
        if (isCurrent()) this.set(part, { status: 'slow' });
      }, SLOW_MS),
      setTimeout(() => {
        if (isCurrent())
          this.settle(part, {
            status: 'failed',
            error: new Error(`${partText(name)} did not load in ${GIVE_UP_MS} ms`),
          });
      }, GIVE_UP_MS),
    ];
    this.loader.load(name, this.current.remotes[name.remote]).then(
      (component) => {
        if (isCurrent()) this.settle(part, { status: 'ready', component });
      },
      (error: unknown) => {
        if (isCurrent()) this.settle(part, { status: 'failed', error });
      },
    );
  }

  private partOf(name: PartName): Part {
    const text = partText(name);
    const known = this.parts.get(text);
    if (known) return known;
    const part: Part = { name, state: IDLE, users: 0, timers: [], attempt: 0 };
    this.parts.set(text, part);
    return part;
  }

  private settle(part: Part, state: PartState): void {
    for (const timer of part.timers) clearTimeout(timer);
    part.timers = [];
    this.set(part, state);
    const version = this.versionOf(part.name);
    if (state.status === 'ready') this.watch(part.name);
    if (state.status === 'failed') this.sources.hangGuard?.end(this.markOf(part.name));
    if (state.status === 'ready') this.sources.reportOutcome?.({ ...part.name, version, status: 'ready' });
    if (state.status === 'failed') {
      this.sources.reportOutcome?.({ ...part.name, version, status: 'failed', error: state.error });
      // If the registry cannot be fetched, no previous release is offered.
      this.askPrevious(part.name.remote).catch(() => undefined);
    }
  }

  private versionOf({ remote }: PartName): string {
    return this.current.remotes[remote]?.version ?? '';
  }

  private markOf(name: PartName): string {
    return `${partText(name)}@${this.versionOf(name)}`;
  }

  private set(part: Part, state: PartState): void {
    part.state = state;
    this.notify();
  }

  private notify(): void {
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
const unresponsive = (name: PartName) => new Error(`${partText(name)} made the page unresponsive`);
const isUnderWay = ({ status }: PartState) => status === 'idle' || status === 'loading' || status === 'slow';
