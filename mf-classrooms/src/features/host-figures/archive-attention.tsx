import type { ArchiveFigures } from '@manabiba/shared/contract/host-figures';
import { formatLength } from '@manabiba/shared/format/duration';
import { Link, paths } from '@manabiba/shared/platform';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { InNumbers } from '@manabiba/shared/ui/figures-table';
import { Panel } from '@manabiba/shared/ui/panel';

import { type AttentionStep, attentionSteps, largestFall } from './attention';
import { FEW_PEOPLE, partText, peopleText, percentOf } from './people-text';

import styles from './archive-attention.module.css';

/** How far the viewers of an archive came: a sentence, a curve, and the same numbers in a collapsed table. */
export function ArchiveAttention({ archive }: { archive: ArchiveFigures }) {
  const { id, title, publishedAt, viewers } = archive;
  const steps = attentionSteps(archive);
  return (
    <Panel>
      <h3 className={styles.title}>
        <Link className={styles.name} to={paths.archive.href({ id })}>
          {title}
        </Link>
      </h3>
      <p className={styles.facts}>
        <span>見た人 {peopleText(viewers)}</span>
        <span>
          <DateTime value={publishedAt} style="date" /> 公開
        </span>
      </p>
      {steps && typeof viewers === 'number' && viewers > 0 ? (
        <>
          <p className={styles.sentence}>{attentionSentence(steps)}</p>
          <Curve steps={steps} viewers={viewers} />
          <InNumbers
            label={`「${title}」を見た人`}
            columns={['位置', 'そこまで見た人']}
            rows={steps.map(({ seconds, people }, index) => ({
              key: String(index),
              label: `${formatLength(seconds)}(${percentOf({ part: index, whole: steps.length - 1 })}%)`,
              cells: [partText(people ?? 'few', viewers)],
            }))}
          />
        </>
      ) : (
        <p className={styles.sentence}>
          {viewers === 0
            ? 'まだ見た人はいません。'
            : `見た人が${FEW_PEOPLE}のあいだは、どこまで見られたかを表示しません。`}
        </p>
      )}
    </Panel>
  );
}

function attentionSentence(steps: readonly AttentionStep[]): string {
  const fall = largestFall(steps);
  return fall
    ? `${formatLength(fall.from.seconds)}から${formatLength(fall.to.seconds)}の間に、いちばん多くの人が見るのをやめました。`
    : 'ほとんどの人が最後まで見ました。';
}

/** Ends where the rest would be a small group. */
function Curve({ steps, viewers }: { steps: readonly AttentionStep[]; viewers: number }) {
  const points = steps.flatMap(({ people }, index) =>
    people === null ? [] : [`${(index / (steps.length - 1)) * 100},${100 - (people / viewers) * 100}`],
  );
  const lastX = points.at(-1)?.split(',')[0];
  return (
    <div className={styles.chart} aria-hidden>
      <ul className={styles.scale}>
        <li>100%</li>
        <li>50%</li>
        <li>0%</li>
      </ul>
      <svg className={styles.curve} viewBox="0 0 100 100" preserveAspectRatio="none">
        <polygon points={`0,100 ${points.join(' ')} ${lastX},100`} />
        <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      <ul className={styles.times}>
        {[0, Math.floor((steps.length - 1) / 2), steps.length - 1].map((index) => (
          <li key={index}>{formatLength(steps[index]?.seconds ?? 0)}</li>
        ))}
      </ul>
    </div>
  );
}
