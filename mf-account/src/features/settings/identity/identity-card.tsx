import type { SignedInMe } from '@manabiba/shared/contract/users';
import { useFormFill } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Notice } from '@manabiba/shared/ui/notice';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

import { focusSection } from '../../../core/use-focus-on-anchor';
import { documentKinds, identityStatus, owesDocuments } from './identity';

import styles from '../settings.module.css';

/** Loaded lazily: few users have to submit documents. */
const DocumentsForm = lazy(() => import('./documents-form').then((module) => ({ default: module.DocumentsForm })));

/**
 * The state of identity verification and the form for submitting documents.
 *
 * Every page links here for users whose documents were sent back, so the reason is shown here.
 */
export function IdentityCard({ id, me }: { id: string; me: SignedInMe }) {
  const { tone, word, sentence, next } = identityStatus(me);
  const mustResubmit = me.state === 'need_resubmit';
  const noteFill = useFormFill('form_fill_resubmission');
  return (
    <SettingCard id={id} title={mustResubmit ? '本人確認書類の再提出をお願いいたします。' : '本人確認'}>
      <div className={styles.fields}>
        <div className={styles.stack}>
          {!mustResubmit && <Badge tone={tone}>{word}</Badge>}
          <p className={styles.small}>{sentence}</p>
          {next && <p className={styles.note}>{next}</p>}
        </div>
        {mustResubmit && (
          <Notice tone="warn">
            <strong>理由</strong>
            <br />
            <span className={styles.reason}>{me.resubmitReason ?? '書類の内容を確認できませんでした。'}</span>
          </Notice>
        )}
        {owesDocuments(me) && (
          <Suspense
            fallback={
              <SkeletonGroup>
                <Skeleton shape="cover" />
              </SkeletonGroup>
            }
          >
            <DocumentsForm
              kinds={documentKinds(me)}
              onSubmitted={() => focusSection(id)}
              onFill={mustResubmit ? noteFill : undefined}
            />
          </Suspense>
        )}
      </div>
    </SettingCard>
  );
}
