import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Component, type ReactNode } from 'react';

import { isForeignChange, Redraws } from '../remotes/foreign-change';

import styles from './app.module.css';

/** Fallback when the shell itself has thrown: a message and a reload button. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
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
    return (
      <PageBody className={styles.lastResort}>
        <ErrorState title="問題が発生しました。" hint="ページを読み込み直してください。" level={2} />
        <Button onClick={() => location.reload()}>読み込み直す</Button>
      </PageBody>
    );
  }
}
