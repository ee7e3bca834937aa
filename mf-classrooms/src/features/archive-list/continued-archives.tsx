import type { Archive } from '@manabiba/shared/contract/archives';
import { listContinuedArchives } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { CardGrid, Meta } from '@manabiba/shared/ui/card';
import { Section } from '@manabiba/shared/ui/section';

import { OwnArchiveCard } from './own-archive-card';

import styles from './archive-list.module.css';

/** 続きから見る: what the viewer has begun and not finished. Renders nothing when there is none. */
export function ContinuedArchives() {
  const { data } = useEndpoint(listContinuedArchives, {});
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="続きから見る">
      <CardGrid columns={4}>
        {data.items.map((archive) => (
          <li key={archive.id}>
            <ContinuedCard archive={archive} />
          </li>
        ))}
      </CardGrid>
    </Section>
  );
}

function ContinuedCard({ archive }: { archive: Archive }) {
  const { durationSeconds, resumeAtSeconds } = archive;
  const percent = Math.round((resumeAtSeconds / durationSeconds) * 100);
  return (
    <OwnArchiveCard
      archive={archive}
      mark={
        <span className={styles.watched} role="img" aria-label={`${percent}%まで視聴`}>
          <i style={{ width: `${percent}%` }} />
        </span>
      }
    >
      <Meta>
        <span>あと {leftOf(durationSeconds - resumeAtSeconds)}</span>
      </Meta>
    </OwnArchiveCard>
  );
}

/** 26分, or 45秒 when less than a minute is left. */
const leftOf = (seconds: number) => (seconds < 60 ? `${Math.ceil(seconds)}秒` : `${Math.ceil(seconds / 60)}分`);
