import { Logo, LogoMark } from '@manabiba/shared/ui/logo';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Prose } from '@manabiba/shared/ui/prose';
import styles from './legal.module.css';

/** The mark and the wordmark, and how they may be used. */
export function BrandAssetsPage() {
  return (
    <PageBody className={styles.page}>
      <h1>ブランドアセット</h1>
      <div className={styles.brand}>
        <div className={styles.sample} data-theme="light"><Logo markSize={40} /></div>
        <div className={styles.sample} data-theme="dark"><Logo markSize={40} /></div>
        <div className={styles.sample} data-theme="light"><LogoMark size={64} /></div>
        <div className={styles.sample} data-theme="dark"><LogoMark size={64} /></div>
      </div>
      <Prose>
        <h2>お使いいただくとき</h2>
        <p>まなびばを紹介する記事や資料で、ロゴをお使いいただけます。</p>
        <ul>
          <li>形、比率、色を変えないでください。</li>
          <li>まわりに、マークの半分以上の余白を取ってください。</li>
          <li>まなびばが推奨や提携をしていると受け取られる使い方はできません。</li>
        </ul>
      </Prose>
    </PageBody>
  );
}
