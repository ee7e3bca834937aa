import type { Report } from '@manabiba/shared/contract/staff-reports';
import { formatTime } from '@manabiba/shared/format/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';

import styles from './reports.module.css';

/** The reported content as it was when the report came in, even if it has been changed or deleted since. */
export function Evidence({ report }: { report: Report }) {
  const { comments, roster, snapshot, picture, seal } = report;
  return (
    <div className={styles.evidence}>
      {comments.length > 0 && <Conversation comments={comments} />}
      {(snapshot.length > 0 || picture !== null) && (
        <section>
          <h3>通報されたときの内容</h3>
          {picture !== null && <Picture url={picture} />}
          <dl>
            {snapshot.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={styles.body}>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        {seal &&
          (seal.isIntact ? (
            <p className={styles.intact}>
              <Icon icon={CircleCheck} size={16} />
              記録は通報されたときのままです
            </p>
          ) : (
            <Notice tone="error">記録が、通報されたあとに変えられています。</Notice>
          ))}
        {seal && <p className={styles.digest}>証拠 {seal.digest}</p>}
        {roster.length > 0 && (
          <details className={styles.roster}>
            <summary>教室にいた人 {roster.length}人</summary>
            <ul>
              {roster.map(({ id, nickname, age }) => (
                <li key={id}>
                  {nickname}
                  <small>{age}歳</small>
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
    </div>
  );
}

/** The picture of a profile as it was; a sentence once its file is gone. */
function Picture({ url }: { url: string }) {
  const [isGone, setIsGone] = useState(false);
  if (isGone) return <p>画像は、すでに削除されています。</p>;
  const src = url.startsWith('/v1/images/') ? `${url}?w=400&h=400` : url;
  return (
    <img
      className={styles.picture}
      src={src}
      alt="通報されたときの画像"
      width={200}
      height={200}
      onError={() => setIsGone(true)}
    />
  );
}

function Conversation({ comments }: Pick<Report, 'comments'>) {
  return (
    <section>
      <h3>前後のコメント</h3>
      <ol>
        {comments.map(({ id, author, body, createdAt, deletedAt, isReported }) => (
          <li key={id} data-reported={isReported || undefined}>
            <time dateTime={createdAt}>{formatTime(createdAt)}</time>
            <p>
              <b>{author?.nickname ?? 'アカウントのない方'}</b>
              {author && <small>{author.age}歳</small>}
              {isReported && <small>通報されたコメント</small>}
              <span className={styles.body}>{body}</span>
              {deletedAt && <small>{formatTime(deletedAt)}に削除</small>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
