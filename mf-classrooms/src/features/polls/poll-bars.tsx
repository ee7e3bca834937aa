import type { ClassroomPoll } from '@manabiba/shared/contract/classroom-polls';
import { formatCount } from '@manabiba/shared/format/count';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check, UserRound } from 'lucide-react';

import styles from './polls.module.css';

interface PollBarsProps {
  poll: Pick<ClassroomPoll, 'kind' | 'options' | 'correct' | 'results' | 'answerCount'>;
  /** The viewer's own choices. */
  mine?: readonly number[] | undefined;
}

/** The results of a poll: a bar with number and percentage for each option, or the short texts. */
export function PollBars({ poll: { kind, options, correct, results, answerCount }, mine = [] }: PollBarsProps) {
  if (!results) return null;
  if (kind === 'text') return <PollTexts texts={results.texts} />;
  return (
    <ul className={styles.bars} aria-label="結果">
      {options.map((option, place) => {
        const count = results.counts[place] ?? 0;
        const percent = answerCount === 0 ? 0 : Math.round((count / answerCount) * 100);
        return (
          <li key={option}>
            <p className={styles.option}>
              <span className={styles.words}>{option}</span>
              {correct?.includes(place) && (
                <span className={styles.correct}>
                  <Icon icon={Check} />
                  正解
                </span>
              )}
              {mine.includes(place) && (
                <span className={styles.own}>
                  <Icon icon={UserRound} />
                  あなたの回答
                </span>
              )}
            </p>
            <p className={styles.measure}>
              <span className={styles.track} aria-hidden>
                <span style={{ inlineSize: `${percent}%` }} />
              </span>
              <span className={styles.number}>
                {formatCount(count)}人({percent}%)
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function PollTexts({ texts }: { texts: NonNullable<ClassroomPoll['results']>['texts'] }) {
  if (texts.length === 0) return <p className={styles.soft}>回答はありません。</p>;
  return (
    <ul className={styles.texts} aria-label="回答">
      {texts.map(({ text, count }) => (
        <li key={text}>
          <span className={styles.words}>{text}</span>
          {count > 1 && <span className={styles.number}>{formatCount(count)}人</span>}
        </li>
      ))}
    </ul>
  );
}
