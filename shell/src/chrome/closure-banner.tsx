import { useConfig } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import styles from './chrome.module.css';

/** Shows when the service ended, with a link to what still works. Above every page, in every layout. */
export function ClosureBanner() {
  const { closure } = useConfig();
  return (
    <aside className={styles.closure} aria-label="サービス終了のお知らせ">
      <PageBody>
        <p>
          本サービスは<span className={styles.unbroken}>{dateInJapanese(closure.endedOn)}</span>
          をもちまして終了いたしました。
          {closure.mode === 'readonly' && <span>現在は閲覧のみご利用いただけます。</span>}
          <a href={closure.url}>詳しくはこちら{closure.mode === 'notice' && <span>(現在使える機能)</span>}</a>
        </p>
      </PageBody>
    </aside>
  );
}

/** 2025-03-31 as 2025年3月31日: a calendar date without a time zone. */
function dateInJapanese(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}
