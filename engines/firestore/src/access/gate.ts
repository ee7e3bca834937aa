import type { Query } from '../query/query';
import { permissionDenied } from '../status';
import type { Store } from '../store/store';
import type { Write } from '../store/write';
import type { TargetScope } from '../watch/view';
import type { AccessRequest, Authorize, Caller, Operation, Permits } from './access';

type WithoutCaller<Request> = Request extends unknown ? Omit<Request, 'caller' | 'documents'> : never;

/** Checks the rules before anything is read or written. Every method throws PERMISSION_DENIED when access is denied. */
export class Gate {
  constructor(
    private readonly authorize: Authorize,
    private readonly permits: Permits,
    private readonly store: Store,
    private readonly now: () => number,
    private readonly onFailure: (failure: unknown) => void,
  ) {}

  /** Returns whether a caller may use this operation at all. */
  may(caller: Caller, operation: Operation): boolean {
    if (caller.kind === 'server') return true;
    return !this.#isOut(caller) && caller.kind !== 'refused' && this.permits(caller, operation);
  }

  /** Rejects a caller who may use none of these operations, before the request is read. */
  enter(caller: Caller, operations: readonly Operation[]): void {
    if (!operations.some((operation) => this.may(caller, operation))) throw permissionDenied();
  }

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
    for (const write of writes)
      await this.#ask(caller, { operation: 'write', path: write.path, write, before: this.store.get(write.path) });
  }

  async #ask(caller: Caller, asked: WithoutCaller<AccessRequest>): Promise<void> {
    if (caller.kind === 'server') return;
    if (
      !this.may(caller, asked.operation) ||
      !(await this.#allows({ ...asked, caller, documents: this.store } as AccessRequest))
    )
      throw permissionDenied();
  }

  #isOut(caller: Caller): boolean {
    return caller.kind === 'refused' || (caller.kind === 'user' && caller.expiresAt <= this.now());
  }

  async #allows(request: AccessRequest): Promise<boolean> {
    try {
      return (await this.authorize(request)) === true;
    } catch (failure) {
      this.onFailure(failure);
      return false;
    }
  }
}
