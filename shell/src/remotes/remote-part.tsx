import type { RemoteComponent } from '@manabiba/shared/page/remote-door';
import { type ComponentType, memo, type ReactNode, Suspense, useLayoutEffect } from 'react';

import { CrashBoundary } from './crash-boundary';
import type { PartName } from './registry';
import type { ReadyState, Remotes } from './remotes';
import { usePartState, usePreviousRelease, useRemotes } from './remotes-context';

export interface MessageProps {
  /** The user-visible name of the part. */
  label: string;
  onRetry: () => void;
}

export interface FailedProps extends MessageProps {
  /** Shows the part in its previous release, if there is one. */
  onShowPrevious?: (() => void) | undefined;
}

export interface SlowProps extends MessageProps {
  /** The skeleton of the part. */
  children: ReactNode;
}

interface RemotePartProps {
  name: PartName;
  label: string;
  params?: object | undefined;
  /** Shown while the part loads. */
  skeleton: ReactNode;
  /** Shows that loading is slow, above the skeleton. */
  Slow: ComponentType<SlowProps>;
  /** Shown when the part has failed. */
  Failed: ComponentType<FailedProps>;
}

/** A page or slot of a remote, with every failure contained. */
export function RemotePart({ name, label, params, skeleton, Slow, Failed }: RemotePartProps) {
  const { remote, kind, key } = name;
  const remotes = useRemotes();
  const state = usePartState(name);
  const previous = usePreviousRelease(name);
  useLayoutEffect(() => remotes.use({ remote, kind, key }), [remotes, remote, kind, key]);
  const retry = () => void remotes.retry(remote);

  switch (state.status) {
    case 'idle':
    case 'loading':
      return skeleton;
    case 'slow':
      return (
        <Slow label={label} onRetry={retry}>
          {skeleton}
        </Slow>
      );
    case 'failed':
      return (
        <Failed
          label={label}
          onRetry={retry}
          onShowPrevious={previous && (() => void remotes.beginAgain(remote, () => Promise.resolve(previous)))}
        />
      );
    case 'ready':
      return <ReadyPart remotes={remotes} state={state} name={name} params={params as Params} skeleton={skeleton} />;
  }
}

type Params = Readonly<Record<string, unknown>> | undefined;

interface ReadyPartProps extends Pick<RemotePartProps, 'name' | 'skeleton'> {
  params: Params;
  remotes: Remotes;
  state: ReadyState;
}

/**
 * Renders only when the part itself changes: React would replace the server-rendered HTML by the skeleton when
 * anything else renders above a part whose code is not there yet. Another state of a rendered part with its code makes
 * React hydrate it in one go, where any update of the page would make it start again otherwise.
 */
const ReadyPart = memo(
  ({ remotes, state: { component }, name, params, skeleton }: ReadyPartProps) => (
    <CrashBoundary onBegin={() => remotes.watch(name)} onCrash={(error) => remotes.fail(name, error)}>
      <Suspense fallback={skeleton}>
        <PartContent component={component} params={params} />
      </Suspense>
    </CrashBoundary>
  ),
  (before, now) => before.state === now.state && hasSameValues(before.params, now.params),
);

const PartContent = memo(
  ({ component: Part, params }: { component: RemoteComponent; params: Params }) => <Part {...params} />,
  (before, now) => before.component === now.component && hasSameValues(before.params, now.params),
);

const hasSameValues = (before: Params, now: Params) =>
  Object.keys({ ...before, ...now }).every((key) => before?.[key] === now?.[key]);
