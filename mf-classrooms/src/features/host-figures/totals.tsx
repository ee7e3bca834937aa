import type { HostFigures, PeopleShare } from '@manabiba/shared/contract/host-figures';
import { STAYED_PART } from '@manabiba/shared/contract/limits';
import { formatCount } from '@manabiba/shared/format/count';
import type { ReactNode } from 'react';

import { FEW_PEOPLE, percentOf } from './people-text';

import styles from './host-figures.module.css';

/** The totals of a period as tiles. A figure about no one is a dash. */
export function Totals({ totals }: { totals: HostFigures }) {
  const { classCount, smallClassCount, joined, medianSeconds, stayed, returning, rating } = totals;
  return (
    <>
      <dl className={styles.totals} aria-label="合計">
        <Tile name="終わった教室" value={formatCount(classCount)} unit="回" />
        <Tile name="参加した人(延べ)" value={formatCount(joined)} unit="人" />
        <Tile
          name="参加時間の中央値"
          value={medianSeconds === null ? null : formatCount(Math.round(medianSeconds / 60))}
          unit="分"
        />
        <Tile name="最後までいた人" value={percentText(stayed)} unit="%" />
        <Tile name="前にも来た人" value={percentText(returning)} unit="%" />
        <Tile
          name="評価の平均"
          value={rating && `★${rating.average.toFixed(1)}`}
          unit={rating && `(${formatCount(rating.count)}件)`}
        />
      </dl>
      <p className={styles.note}>
        教室の時間の{STAYED_PART * 100}
        %以上いた人を、最後までいた人としています。割合は、人数を表示できる教室から計算します。
        {smallClassCount > 0 && (
          <span>
            参加した人が{FEW_PEOPLE}の教室{formatCount(smallClassCount)}回は、人数に含みません。
          </span>
        )}
      </p>
    </>
  );
}

const percentText = (share: PeopleShare) => share && formatPercent(percentOf(share));
const formatPercent = (percent: number | null) => (percent === null ? null : formatCount(percent));

function Tile({ name, value, unit }: { name: string; value: string | null; unit: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value ?? <span aria-label="表示できる数字がありません">–</span>}
        {value !== null && <small>{unit}</small>}
      </dd>
    </div>
  );
}
