import { getCertificate } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { useSharePage } from '@manabiba/shared/people/share-page';
import { Link, paths, RefusalPage, useConfig, useEndpoint, usePageTitle } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { QrCode } from '@manabiba/shared/ui/qr-code';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { Download, Share } from 'lucide-react';

import styles from './series.module.css';

/** What a certificate says, for anybody who has its code and wants to know that it is genuine. */
export function CertificateByCode({ code }: { code: string }) {
  const { publicUrl } = useConfig();
  const share = useSharePage();
  const { data, error, retry } = useEndpoint(getCertificate, { params: { certificateToken: code } });
  usePageTitle(data && `修了証・${data.seriesTitle}`);
  if (error && !data) return <RefusalPage error={error} onRetry={retry} />;
  if (!data)
    return (
      <PageBody width="inbox">
        <SkeletonDetail />
      </PageBody>
    );
  const { name, seriesId, seriesTitle, hostName, doneCount, dateCount, completedAt, issuedAt } = data;
  return (
    <PageBody width="inbox" className={styles.page}>
      <Notice>この修了証は、まなびばが発行した本物です。</Notice>
      <article className={styles.certificate}>
        <h1>修了証</h1>
        <p className={styles.holder}>{name} 様</p>
        <dl className={styles.facts}>
          <dt>連続講座</dt>
          <dd>
            <Link to={paths.series.href({ id: seriesId })}>『{seriesTitle}』</Link>
          </dd>
          <dt>受講</dt>
          <dd>{`全${dateCount}回のうち${doneCount}回`}</dd>
          <dt>ホスト</dt>
          <dd>{hostName}</dd>
          <dt>修了日</dt>
          <dd>{formatDate(completedAt)}</dd>
          <dt>発行日</dt>
          <dd>{formatDate(issuedAt)}</dd>
        </dl>
        <QrCode
          className={styles.code}
          text={publicUrl + paths.certificate.href({ certificateToken: code })}
          label="この修了証を確かめるページのQRコード"
        />
      </article>
      <div className={styles.actions}>
        <a className={buttonClass({ variant: 'primary' })} href={`/v1/certificates/${code}/certificate.pdf`} download>
          <Icon icon={Download} />
          PDFで保存
        </a>
        <Button
          icon={<Icon icon={Share} />}
          onClick={() => share(paths.certificate.href({ certificateToken: code }), '修了証')}
        >
          共有
        </Button>
      </div>
    </PageBody>
  );
}
