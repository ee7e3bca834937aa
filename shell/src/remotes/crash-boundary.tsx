import { Component, type ReactNode } from 'react';

import { isForeignChange, Redraws } from './foreign-change';

interface CrashBoundaryProps {
  /** Called before its children render for the first time. */
  onBegin?: () => void;
  onCrash?: (error: Error) => void;
  /** What takes the place of crashed children; absent: nothing. `reset` mounts them again. */
  fallback?: (reset: () => void) => ReactNode;
  children: ReactNode;
}

/**
 * Contains a crash of its children and reports it: one crash shows one panel. When something else has changed the
 * page, as translation by the browser does, the children are rendered again.
 */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };
  private readonly redraws = new Redraws();

  constructor(props: CrashBoundaryProps) {
    super(props);
    props.onBegin?.();
  }

  // Unless it has crashed, React mounts the children again.
  static getDerivedStateFromError(error: unknown) {
    return { hasCrashed: !isForeignChange(error) };
  }

  override componentDidCatch(error: Error) {
    if (this.redraws.allow(error)) return;
    this.setState({ hasCrashed: true });
    this.props.onCrash?.(error);
  }

  override render() {
    const { children, fallback } = this.props;
    return this.state.hasCrashed ? fallback?.(() => this.setState({ hasCrashed: false })) : children;
  }
}
