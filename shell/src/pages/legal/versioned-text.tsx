import type { TermsVersion } from '@manabiba/shared/contract/terms';
import {
  comingVersions,
  TERMS_TIME_ZONE,
  type TermsDocument,
  termsDocuments,
  termsVersionHref,
} from '@manabiba/shared/contract/terms-documents';
import { getTermsVersion, listTermsVersions } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { Link, useEndpoint, useNow, useSearchParams } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Notice } from '@manabiba/shared/ui/notice';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { millisecondsInHour } from 'date-fns/constants';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './legal.module.css';

const dayOf = (effectiveAt: string) => formatDate(effectiveAt, TERMS_TIME_ZONE);

interface VersionedTextProps {
  document: TermsDocument;
  /** The last day on which the text of this release was changed, as yyyy-MM-dd. */
  revised: string;
  /** The text of this release. */
  children: ReactNode;
}

/**
 * The version of a document that is in force, or the one that the URL names. What was announced after the last change of
 * this release's text replaces that text from its day of effect on.
 */
export function VersionedText({ document, revised, children }: VersionedTextProps) {
  const { data } = useEndpoint(listTermsVersions, {});
  const now = useNow(millisecondsInHour);
  const asked = useSearchParams()[0].get('version');
  const versions = (data?.items ?? []).filter((version) => version.document === document);
  const coming = comingVersions(versions, now);
  const inForce = versions.findLast(
    (version) => !coming.includes(version) && Date.parse(version.effectiveAt) > Date.parse(`${revised}T00:00:00+09:00`),
  );
  const shown = asked ?? inForce?.id;
  return (
    <>
      {coming
        .filter(({ id }) => id !== shown)
        .map((version) => (
          <ComingNotice key={version.id} version={version} />
        ))}
      {shown === undefined ? children : <AnnouncedText id={shown} document={document} now={now} />}
    </>
  );
}

function ComingNotice({ version }: { version: TermsVersion }) {
  const action = (
    <Link className={textLinkClass} to={termsVersionHref(version)}>
      変更後の文書を読む
    </Link>
  );
  return (
    <PageBody className={styles.coming}>
      <Notice icon={FileText} action={action}>
        この文書は、{dayOf(version.effectiveAt)}に変わります。{version.summary}
      </Notice>
    </PageBody>
  );
}

interface AnnouncedTextProps {
  id: string;
  document: TermsDocument;
  now: Date;
}

function AnnouncedText({ id, document, now }: AnnouncedTextProps) {
  const { data, error, retry } = useEndpoint(getTermsVersion, { params: { id } });
  const { title, path } = termsDocuments[document];
  const isMissing = error?.code === 'not_found' || (data !== undefined && data.document !== document);
  return (
    <PageBody className={styles.page}>
      <h1>{title}</h1>
      {isMissing && <p>この文書は見つかりませんでした。</p>}
      {!data && error && !isMissing && <ErrorState title="文書を表示できませんでした。" onRetry={retry} />}
      {!data && !error && <SkeletonRows count={6} />}
      {data && !isMissing && <AnnouncedBody version={data} now={now} />}
      {(isMissing || (data && Date.parse(data.effectiveAt) > now.getTime())) && (
        <p>
          <Link className={textLinkClass} to={path}>
            いまの{title}を読む
          </Link>
        </p>
      )}
    </PageBody>
  );
}

function AnnouncedBody({ version, now }: { version: TermsVersion & { text: string }; now: Date }) {
  const { effectiveAt, summary, text } = version;
  const isComing = Date.parse(effectiveAt) > now.getTime();
  return (
    <>
      <p className={styles.since}>
        {isComing ? `${dayOf(effectiveAt)}から効力が生じます` : `${dayOf(effectiveAt)} 改定`}
      </p>
      {isComing && <Notice icon={FileText}>これから効力が生じる文書です。変わる点: {summary}</Notice>}
      <RichText text={text} />
    </>
  );
}
