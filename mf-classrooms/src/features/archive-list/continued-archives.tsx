import type { Archive } from '@manabiba/shared/contract/archives';
import { listContinuedArchives } from '@manabiba/shared/data/endpoints';
import { Link, paths, Phrases, useEndpoint } from '@manabiba/shared/platform';
import { Card, CardGrid, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { Section } from '@manabiba/shared/ui/section';

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
  const { id, title, host, thumbnailUrl, durationSeconds, resumeAtSeconds } = archive;
  const percent = Math.round((resumeAtSeconds / durationSeconds) * 100);
  return (
    <Card>
      <span className={styles.begun}>
        <Cover src={thumbnailUrl} seed={id} />
        <span className={styles.watched} role="img" aria-label={`${percent}%まで視聴`}>
          <i style={{ width: `${percent}%` }} />
        </span>
      </span>
      <CardTitle>
        <Link to={paths.archive.href({ id })}>
          <Phrases text={title} />
        </Link>
      </CardTitle>
      <Meta>
        <span>{host.nickname}</span>
      </Meta>
      <Meta>
        <span>あと {leftOf(durationSeconds - resumeAtSeconds)}</span>
      </Meta>
    </Card>
  );
}

/** 26分, or 45秒 when less than a minute is left. */
const leftOf = (seconds: number) => (seconds < 60 ? `${Math.ceil(seconds)}秒` : `${Math.ceil(seconds / 60)}分`);
