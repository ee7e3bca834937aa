import type { Query } from '../query/query';
import { permissionDenied } from '../status';
import type { Store } from '../store/store';
import type { Write } from '../store/write';
import type { TargetScope } from '../watch/views';
import type { AccessRequest, Authorize, Caller } from './access';

type Asked<Request> = Request extends unknown ? Omit<Request, 'caller' | 'documents'> : never;

/** Asks the rules before anything is read or written. Every method throws PERMISSION_DENIED when they say no. */
export class Gate {
  constructor(private readonly authorize: Authorize, private readonly store: Store, private readonly now: () => number, private readonly onFailure: (failure: unknown) => void) {}

  async get(caller: Caller, paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#ask(caller, { operation: 'get', path });
  }

  query(caller: Caller, operation: 'list' | 'aggregate', query: Query): Promise<void> {
    return this.#ask(caller, { operation, query });
  }

  listCollections(caller: Caller, parent: string): Promise<void> {
    return this.#ask(caller, { operation: 'listCollections', parent });
  }

  async listen(caller: Caller, scope: TargetScope): Promise<void> {
    if (scope.kind === 'query') return this.#ask(caller, { operation: 'listen', query: scope.query });
    for (const path of scope.paths) await this.#ask(caller, { operation: 'listen', path });
  }

  async write(caller: Caller, writes: readonly Write[]): Promise<void> {
    for (const write of writes) await this.#ask(caller, { operation: 'write', path: write.path, write, before: this.store.get(write.path) });
  }

  async #ask(caller: Caller, asked: Asked<AccessRequest>): Promise<void> {
    if (caller.kind === 'server') return;
    const isOut = caller.kind === 'refused' || (caller.kind === 'user' && caller.expiresAt <= this.now());
    if (isOut || !(await this.#allows({ ...asked, caller, documents: this.store } as AccessRequest))) throw permissionDenied();
  }

  async #allows(request: AccessRequest): Promise<boolean> {
    try {
      return await this.authorize(request) === true;
    } catch (failure) {
      this.onFailure(failure);
      return false;
    }
  }
}
