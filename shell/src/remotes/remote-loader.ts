import type { RegisteredRemote, RegistryAfterFailure } from '@manabiba/shared/page/boot-data';
import type { RemoteComponent, RemoteDoor } from '@manabiba/shared/page/remote-door';
import type { ReactNode } from 'react';

import type { HangGuard } from './hang-guard';
import type { PartName, PartOutcome } from './registry';
import { retryUrl } from './retry-url';

/** Access to network, document and registry; tests pass their own. */
export interface RemoteSources {
  loadExposedModule: (release: RegisteredRemote, entry: string, isFurther: boolean) => Promise<RemoteDoor>;
  stylesLoaded: (base: string) => Promise<void>;
  dropPendingFiles: (base: string) => void;
  /** Another release of a container is about to be loaded. */
  forgetChunks: (container: string) => void;
  /** Fetches the registry again; for a failed remote, together with its previous release. */
  fetchRegistry: (failed?: string) => Promise<RegistryAfterFailure>;
  /** Called for each part that is ready or has failed. */
  reportOutcome?: (outcome: PartOutcome) => void;
  /** Knows which parts froze the page when it was last loaded. */
  hangGuard?: HangGuard;
  /** Wraps each rendered part; nothing by default. */
  around?: (part: ReactNode) => ReactNode;
  /** URL of the page, against which paths resolve. */
  pageUrl: () => string;
}

/** Loads pages and slots of remotes. Each attempt has its own module and path. */
export class RemoteLoader {
  private readonly modules = new Map<string, Promise<RemoteDoor>>();
  private readonly attempts = new Map<string, number>();

  constructor(private readonly sources: RemoteSources) {}

  attemptOf(remote: string): number {
    return this.attempts.get(remote) ?? 0;
  }

  /** Cancels pending loads of a release. Returns the number of the next attempt. */
  beginAgain(remote: string, release: RegisteredRemote | undefined): number {
    if (release) this.sources.dropPendingFiles(baseOf(this.entryOf(remote, release)));
    const attempt = this.attemptOf(remote) + 1;
    this.attempts.set(remote, attempt);
    this.forget(remote);
    return attempt;
  }

  /** Drops the module of a remote, of which the page takes another release. */
  forget(remote: string): void {
    this.modules.delete(remote);
  }

  /** Loads a part and waits for its styles. */
  async load({ remote, kind, key }: PartName, release: RegisteredRemote | undefined): Promise<RemoteComponent> {
    if (!release) throw new Error(`${remote} is not in the registry`);
    const entry = this.entryOf(remote, release);
    const exposed = await this.moduleOf(remote, release, entry);
    const parts: Readonly<Record<string, (() => Promise<unknown>) | undefined>> = exposed[kind];
    const load = parts[key];
    if (!load) throw new Error(`${remote} has no ${kind} ${key}`);
    const component = (await load()) as RemoteComponent;
    await this.sources.stylesLoaded(baseOf(entry));
    return component;
  }

  private moduleOf(remote: string, release: RegisteredRemote, entry: string): Promise<RemoteDoor> {
    const known = this.modules.get(remote);
    if (known) return known;
    const exposed = this.sources.loadExposedModule(release, entry, this.attemptOf(remote) > 0);
    this.modules.set(remote, exposed);
    return exposed;
  }

  private entryOf(remote: string, { entry }: RegisteredRemote): string {
    return retryUrl(entry, this.attemptOf(remote), this.sources.pageUrl());
  }
}

/** The folder of a release, as in the URLs of its tags in the page. */
const baseOf = (entry: string) => new URL('.', entry).href;
