import type { Params } from '../params/rules';
import type { Work } from '../work/work';
import type { Form } from './form';
import type { KeyKind } from './keys';

/** A request that has been read: who calls, what is meant, with what. */
export interface Call<P> {
  readonly work: Work;
  readonly params: P;
  /** The first id in the path, and the second one. */
  readonly id: string;
  readonly childId: string;
  readonly key: KeyKind;
}

export interface RouteDefinition<P> {
  readonly method: 'DELETE' | 'GET' | 'POST';
  /** With names in colons for ids: /v1/payment_intents/:id/confirm */
  readonly path: string;
  readonly params: Params<P>;
  /** Also for publishable keys; the handler compares the client_secret. */
  readonly isPublishable?: boolean;
  handle(call: Call<P>): Promise<object>;
}

/** A call of the API whose parameters are not read yet. */
export interface Route {
  readonly method: RouteDefinition<unknown>['method'];
  readonly segments: readonly string[];
  readonly isPublishable: boolean;
  /** Reads the parameters, or throws before anything has begun. */
  prepare(form: Form, ids: readonly string[], key: KeyKind): (work: Work) => Promise<object>;
}

export function route<P>({ method, path, params, isPublishable = false, handle }: RouteDefinition<P>): Route {
  return {
    method,
    segments: path.split('/').slice(1),
    isPublishable,
    prepare(form, [id = '', childId = ''], key) {
      const parsed = params(form);
      return (work) => handle({ work, params: parsed, id, childId, key });
    },
  };
}
