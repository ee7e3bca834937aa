import { CLOSED_TERMS_COOKIE } from '@manabiba/shared/contract/browser-data';
import type { TermsVersion } from '@manabiba/shared/contract/terms';
import { TERMS_TIME_ZONE, termsDocuments, termsVersionHref } from '@manabiba/shared/contract/terms-documents';
import { formatDate } from '@manabiba/shared/format/date-time';
import { withClosedTerms } from '@manabiba/shared/page/closed-terms';
import { Link, track, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Notice } from '@manabiba/shared/ui/notice';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { FileText, X } from 'lucide-react';
import { useState } from 'react';

import styles from './chrome.module.css';

/**
 * Announces a coming version of the terms or of the policy until the user closes it. The server renders it: the web
 * server knows which one is next, and which ones this device has closed.
 */
export function TermsNotice({ version }: { version: TermsVersion }) {
  const { id, document: name, effectiveAt, summary } = version;
  const { title } = termsDocuments[name];
  const me = useMe();
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  const close = () => {
    track('click_close_notice');
    const [, before] = new RegExp(`(?:^|; )${CLOSED_TERMS_COOKIE}=([^;]*)`).exec(document.cookie) ?? [];
    document.cookie = `${CLOSED_TERMS_COOKIE}=${withClosedTerms(before, me, id)}; path=/; expires=${new Date(effectiveAt).toUTCString()}; samesite=lax`;
    setIsClosed(true);
  };
  const action = (
    <span className={styles.newsActions}>
      <Link className={textLinkClass} to={termsVersionHref(version)}>
        変更後の{title}を読む
      </Link>
      <IconButton label="このお知らせを閉じる" onClick={close}>
        <Icon icon={X} />
      </IconButton>
    </span>
  );
  return (
    <Notice icon={FileText} action={action}>
      {title}を{formatDate(effectiveAt, TERMS_TIME_ZONE)}に変更します。{summary}
    </Notice>
  );
}
