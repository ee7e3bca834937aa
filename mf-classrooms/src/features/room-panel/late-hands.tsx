import { lazy, Suspense } from 'react';

import type { RaisedHandsProps } from './raised-hands';

const RaisedHands = lazy(() =>
  import(/* webpackChunkName: "room-late" */ './raised-hands').then((module) => ({ default: module.RaisedHands })),
);

/** The raised hands, loaded when the first one goes up. */
export const LateHands = (props: RaisedHandsProps) =>
  props.people.some(({ handRaisedAt }) => handRaisedAt) && (
    <Suspense fallback={null}>
      <RaisedHands {...props} />
    </Suspense>
  );
