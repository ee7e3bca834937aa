import { GENERAL_SENTENCE } from '@manabiba/shared/contract/errors';
import { RefusalPage } from '@manabiba/shared/platform';
import { Component, type ReactNode } from 'react';

/** Contains the crash of a page within its frame. A new page (another `key`) resets it. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    const error = { code: 'internal', status: 500, message: GENERAL_SENTENCE } as const;
    return <RefusalPage error={error} onRetry={() => this.setState({ hasCrashed: false })} />;
  }
}
