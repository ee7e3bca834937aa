import { isMeasurable } from '@manabiba/shared/analytics/is-measurable';
import { Link, paths, useConfig, useMe, useSession, useSetAnalyticsConsent } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import styles from './analytics-request.module.css';

/**
 * Requests consent to analytics once. Both answers have equal weight, and nothing is blocked: it takes its own space at
 * the end of the page and covers nothing.
 */
export function AnalyticsRequest() {
  const me = useMe();
  const { firebaseAnalytics } = useConfig();
  const isOpen = useSession(({ analyticsConsent }) => analyticsConsent === null);
  const choose = useSetAnalyticsConsent();
  if (!isOpen || !isMeasurable(me)) return null;
  return (
    <section className={styles.request} aria-label="計測のお願い">
      <div className={styles.card}>
        <p>
          使いやすくするために、開いた画面と押したボタンの種類だけを
          {firebaseAnalytics && <span>Firebase Analytics(Google)で</span>}
          <span>集計してもよろしいですか。お名前や入力された内容は集めません。</span>
          <Link className={textLinkClass} to={`${paths.privacyPolicy.href()}#analytics`}>
            詳しく見る
          </Link>
        </p>
        <div className={styles.answers}>
          <Button onClick={() => choose('denied')}>同意しない</Button>
          <Button onClick={() => choose('granted')}>同意する</Button>
        </div>
      </div>
    </section>
  );
}
