import { termsDocuments, termsVersionHref } from '@manabiba/shared/contract/terms-documents';
import { listTermsVersions } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { Link, track, useEndpoint, useNow, useSession } from '@manabiba/shared/platform';
import { personStorage } from '@manabiba/shared/session/person-storage';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Notice } from '@manabiba/shared/ui/notice';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { millisecondsInHour } from 'date-fns/constants';
import { FileText, X } from 'lucide-react';
import { useState } from 'react';

import { comingVersions, TERMS_TIME_ZONE } from '../pages/legal/terms-versions';

import styles from './chrome.module.css';

const closed = personStorage('local');
const nameOf = (id: string) => `closed-terms:${id}`;

/** Announces the next version of the terms or of the policy, until it takes effect or the user closes the notice. */
export function TermsNotice() {
  // A page from the browser's cache starts without a session, and its cookie may belong to an ended one.
  const hasSession = useSession(({ me }) => me !== null);
  const { data } = useEndpoint(listTermsVersions, hasSession ? {} : null);
  const now = useNow(millisecondsInHour);
  const [justClosed, setJustClosed] = useState<readonly string[]>([]);
  const version = comingVersions(data?.items ?? [], now).find(
    ({ id }) => !justClosed.includes(id) && closed.read(nameOf(id)) === null,
  );
  if (!version) return null;
  const { id, document, effectiveAt, summary } = version;
  const { title } = termsDocuments[document];
  const close = () => {
    track('click_close_notice');
    closed.write(nameOf(id), 'yes');
    setJustClosed([...justClosed, id]);
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
