import { GENERAL_SENTENCE } from '@manabiba/shared/contract/errors';
import { RefusalPage } from '@manabiba/shared/platform';
import { Component, type ReactNode } from 'react';

import { isForeignChange, Redraws } from '../remotes/foreign-change';

/**
 * Contains the crash of a page within its frame. A new page (another `key`) resets it. Renders the page again when a
 * translator or extension has changed it.
 */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };
  private readonly redraws = new Redraws();

  // Unless it has crashed, React mounts the children again.
  static getDerivedStateFromError(error: unknown) {
    return { hasCrashed: !isForeignChange(error) };
  }

  override componentDidCatch(error: Error) {
    if (!this.redraws.allow(error)) this.setState({ hasCrashed: true });
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    const error = { code: 'internal', status: 500, message: GENERAL_SENTENCE } as const;
    return <RefusalPage error={error} onRetry={() => this.setState({ hasCrashed: false })} />;
  }
}
