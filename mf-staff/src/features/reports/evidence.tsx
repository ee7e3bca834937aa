import type { Report } from '@manabiba/shared/contract/staff-reports';
import { formatTime } from '@manabiba/shared/format/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { CircleCheck } from 'lucide-react';

import styles from './reports.module.css';

/** What was there when the report came in, whatever has been changed or deleted since. */
export function Evidence({ report }: { report: Report }) {
  const { comments, roster, snapshot, seal } = report;
  return (
    <div className={styles.evidence}>
      {comments.length > 0 && <Conversation comments={comments} />}
      {snapshot.length > 0 && (
        <section>
          <h3>通報されたときの内容</h3>
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
