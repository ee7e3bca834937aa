import type { RegisteredRemote, Registry } from '@manabiba/shared/composition/boot-data';
import type { RemoteDoor, SlotFiller } from '@manabiba/shared/composition/remote-door';
import { fillersOf, type PartName } from './registry';
import { GIVE_UP_MS, SLOW_MS } from './patience';
import { retryUrl } from './retry-url';

/** Where the loading of one part stands. `slow` is loading still, and says so. */
export type PartState =
  | { status: 'idle' | 'loading' | 'slow' }
  | { status: 'ready'; component: SlotFiller }
  | { status: 'failed'; error: unknown };

/** How the loading of a part ended, or that it threw later. */
export interface PartOutcome extends PartName {
  version: string;
  status: 'ready' | 'failed';
  error?: unknown;
}

/** How the world outside is reached; a test brings its own. */
export interface RemoteSources {
  loadDoor: (container: string, entry: string, isFurther: boolean) => Promise<RemoteDoor>;
  stylesLoaded: (base: string) => Promise<void>;
  dropPendingFiles: (base: string) => void;
  /** Another release of a container is about to be loaded. */
  forgetChunks: (container: string) => void;
  /** Asks for the registry anew. */
  fetchRegistry: () => Promise<Registry>;
  /** Hears of each part that is ready or has failed. */
  tellOutcome?: (outcome: PartOutcome) => void;
  /** URL of the page, against which paths resolve. */
  pageUrl: () => string;
}

interface Part {
  name: PartName;
  state: PartState;
  users: number;
  timers: Array<ReturnType<typeof setTimeout>>;
  /** Which attempt its state belongs to. */
  attempt: number;
}

const IDLE: PartState = { status: 'idle' };

/**
 * The remotes of one page: what the registry offers, and how far the loading of each page and slot has come.
 *
 * A part that fails, hangs or throws concerns nobody but itself. Trying again starts all broken parts of that remote
 * afresh, from the registry as it is then and under a new path, so that nothing dead is met a second time.
 */
export class Remotes {
  private current: Registry;
  private readonly parts = new Map<string, Part>();
  private readonly doors = new Map<string, Promise<RemoteDoor>>();
  private readonly attempts = new Map<string, number>();
  private readonly listeners = new Set<() => void>();

  constructor(registry: Registry, private readonly sources: RemoteSources) {
    this.current = registry;
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
    return this.parts.get(textOf(name))?.state ?? IDLE;
  }

  /** Whether code of anything that is on the page is on its way. */
  get isLoading(): boolean {
    return this.some(({ state }) => isUnderWay(state));
  }

  /** Whether the page itself is on its way. */
  get isLoadingPage(): boolean {
    return this.some(({ name, state }) => name.kind === 'pages' && isUnderWay(state));
  }

  /** Begins to load a part ahead of need or for use; does nothing while it is loaded or on its way. */
  load(name: PartName): void {
    const part = this.partOf(name);
    if (part.state.status === 'idle') this.start(part);
  }

  /** Counts a component that draws the part. One that failed before anybody saw it is tried again. Returns how to stop. */
  use(name: PartName): () => void {
    const part = this.partOf(name);
    const failedUnseen = part.state.status === 'failed' && part.users === 0;
    part.users += 1;
    if (failedUnseen) void this.retry(name.remote);
    else this.load(name);
    return () => {
      part.users -= 1;
      this.tell();
    };
  }

  /** The part threw while it rendered. */
  fail(name: PartName, error: unknown): void {
    this.settle(this.partOf(name), { status: 'failed', error });
  }

  /** Tries a remote again: everything of it that is not ready. */
  async retry(remote: string): Promise<void> {
    const broken = [...this.parts.values()].filter(({ name, state }) => name.remote === remote && state.status !== 'ready');
    this.dropPending(remote);
    const attempt = this.attemptOf(remote) + 1;
    this.attempts.set(remote, attempt);
    this.doors.delete(remote);
    for (const part of broken) {
      part.attempt = attempt;
      this.settle(part, { status: 'loading' });
    }
    await this.refetch(remote);
    // Somebody was faster and has asked once more.
    if (this.attemptOf(remote) !== attempt) return;
    for (const part of broken) {
      if (part.users > 0) this.start(part);
      else this.settle(part, IDLE);
    }
  }

  /** Asks for the registry again: a remote that was not live may be by now. */
  async refresh(): Promise<void> {
    const fresh = await this.sources.fetchRegistry().catch(() => null);
    if (!fresh) return;
    this.current = fresh;
    this.tell();
  }

  private some(test: (part: Part) => boolean): boolean {
    return [...this.parts.values()].some((part) => part.users > 0 && test(part));
  }

  private async refetch(remote: string): Promise<void> {
    const fresh = await this.sources.fetchRegistry().catch(() => null);
    const release = fresh?.remotes[remote];
    if (!release) return;
    if (release.version !== this.current.remotes[remote]?.version) this.sources.forgetChunks(release.container);
    // What else is live stays as it is: a page does not change under its reader.
    this.current = { remotes: { ...this.current.remotes, [remote]: release } };
  }

  private start(part: Part): void {
    const { name } = part;
    const attempt = this.attemptOf(name.remote);
    part.attempt = attempt;
    this.settle(part, { status: 'loading' });
    const isCurrent = () => part.attempt === attempt && part.state.status !== 'ready';
    part.timers = [
      setTimeout(() => {
        if (isCurrent()) this.set(part, { status: 'slow' });
      }, SLOW_MS),
      setTimeout(() => {
        if (isCurrent()) this.settle(part, { status: 'failed', error: new Error(`${textOf(name)} did not load in ${GIVE_UP_MS} ms`) });
      }, GIVE_UP_MS),
    ];
    this.fetch(name, attempt).then(
      (component) => {
        if (isCurrent()) this.settle(part, { status: 'ready', component });
      },
      (error: unknown) => {
        if (isCurrent()) this.settle(part, { status: 'failed', error });
      },
    );
  }

  private async fetch({ remote, kind, key }: PartName, attempt: number): Promise<SlotFiller> {
    const release = this.current.remotes[remote];
    if (!release) throw new Error(`${remote} is not in the registry`);
    const entry = retryUrl(release.entry, attempt, this.sources.pageUrl());
    const door = await this.doorOf(remote, release, entry, attempt);
    const load = door[kind][key];
    if (!load) throw new Error(`${remote} has no ${kind} ${key}`);
    const component = await load() as SlotFiller;
    await this.sources.stylesLoaded(this.baseOf(entry));
    return component;
  }

  private dropPending(remote: string): void {
    const release = this.current.remotes[remote];
    if (release) this.sources.dropPendingFiles(this.baseOf(retryUrl(release.entry, this.attemptOf(remote), this.sources.pageUrl())));
  }

  private baseOf(entry: string): string {
    return new URL('.', new URL(entry, this.sources.pageUrl())).href;
  }

  private doorOf(remote: string, { container }: RegisteredRemote, entry: string, attempt: number): Promise<RemoteDoor> {
    const known = this.doors.get(remote);
    if (known) return known;
    const door = this.sources.loadDoor(container, entry, attempt > 0);
    this.doors.set(remote, door);
    return door;
  }

  private attemptOf(remote: string): number {
    return this.attempts.get(remote) ?? 0;
  }

  private partOf(name: PartName): Part {
    const text = textOf(name);
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
    const version = this.current.remotes[part.name.remote]?.version ?? '';
    if (state.status === 'ready') this.sources.tellOutcome?.({ ...part.name, version, status: 'ready' });
    if (state.status === 'failed') this.sources.tellOutcome?.({ ...part.name, version, status: 'failed', error: state.error });
  }

  private set(part: Part, state: PartState): void {
    part.state = state;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const textOf = ({ remote, kind, key }: PartName) => `${remote}/${kind}/${key}`;
const isUnderWay = ({ status }: PartState) => status === 'idle' || status === 'loading' || status === 'slow';
