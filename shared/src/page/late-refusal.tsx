import { type ComponentType, lazy } from 'react';

import type { ApiError } from '../data/api-error';
import { Reason } from './reason';

type RefusalComponent = ComponentType<{ error: Pick<ApiError, 'code' | 'message'> }>;

/**
 * A refusal whose code loads when it is shown: few pages are refused. Its reason is shown when the code cannot be loaded.
 * The server renders late-refusal.server.tsx.
 */
export const LateRefusal = lazy<RefusalComponent>(() =>
  import(/* webpackChunkName: "refusal" */ './refusal').then(
    (module) => ({ default: module.Refusal }),
    () => ({ default: Reason }),
  ),
);
