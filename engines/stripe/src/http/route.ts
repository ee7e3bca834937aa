import type { Params } from '../params/rules';
import type { Work } from '../work/work';
import type { Form } from './form';
import type { KeyKind } from './keys';

/** A parsed request: caller, target and parameters. */
export interface Call<P> {
  readonly work: Work;
  readonly params: P;
  /** The first and second id in the path. */
  readonly id: string;
  readonly childId: string;
  readonly key: KeyKind;
}

export interface RouteDefinition<P> {
  readonly method: 'DELETE' | 'GET' | 'POST';
  /** With colon-prefixed names for ids: /v1/payment_intents/:id/confirm */
  readonly path: string;
  readonly params: Params<P>;
  /** Whether publishable keys may call it; the handler compares the client_secret. */
  readonly isPublishable?: boolean;
  handle(call: Call<P>): Promise<object>;
}

/** An API call whose parameters have not been parsed. */
export interface Route {
  readonly method: RouteDefinition<unknown>['method'];
  readonly segments: readonly string[];
  readonly isPublishable: boolean;
  /** Parses the parameters, or throws before any work has started. */
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
