import type { Archive } from '@manabiba/shared/contract/archives';
import { formatCount } from '@manabiba/shared/format/count';
import { formatLength } from '@manabiba/shared/format/duration';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Card, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { Icon } from '@manabiba/shared/ui/icon';
import { Section } from '@manabiba/shared/ui/section';
import { Play } from 'lucide-react';

import { AccessBadge } from '../../core/archive/access-badge';
import { LeadAndList } from '../../core/lead-and-list';

import styles from '../../core/lead-and-list.module.css';

interface PickedArchivesProps {
  archives: readonly Archive[];
  categoryName: (id: string) => string;
}

/** おすすめのアーカイブ: what the editors have picked, the first one large. */
export function PickedArchives({ archives, categoryName }: PickedArchivesProps) {
  if (archives.length === 0) return null;
  return (
    <Section title="おすすめのアーカイブ">
      <LeadAndList
        items={archives}
        large={(archive) => <Lead archive={archive} category={categoryName(archive.categoryId)} />}
        small={(archive) => <Picked archive={archive} category={categoryName(archive.categoryId)} />}
      />
    </Section>
  );
}

interface PickedProps {
  archive: Archive;
  category: string;
}

function Picked({ archive, category }: PickedProps) {
  return (
    <Card isMedia>
      <ArchiveCover archive={archive} />
      <div>
        <CardTitle>
          <Link to={paths.archive.href({ id: archive.id })}>
            <Phrases text={archive.title} />
          </Link>
        </CardTitle>
        <Meta>
          <span>{archive.host.nickname}</span>
          <span>{category}</span>
        </Meta>
        <Meta>
          <span>視聴 {formatCount(archive.watchCount)}回</span>
        </Meta>
      </div>
    </Card>
  );
}

function Lead({ archive, category }: PickedProps) {
  const href = paths.archive.href({ id: archive.id });
  return (
    <Card>
      <ArchiveCover archive={archive} isRound />
      <div className={styles.body}>
        <div className={styles.text}>
          <CardTitle size={22}>
            <Link to={href}>
              <Phrases text={archive.title} />
            </Link>
          </CardTitle>
          <p className={styles.who}>
            <Avatar person={archive.host} size={32} />
            <span>{archive.host.nickname}</span>
            <span className={styles.soft}>{category}</span>
            <span className={styles.soft}>視聴 {formatCount(archive.watchCount)}回</span>
          </p>
        </div>
        {archive.canWatch && (
          <Link
            className={buttonClass({ variant: 'primary' })}
            to={href}
            state={{ plays: true }}
            aria-label={`「${archive.title}」を再生する`}
          >
            <Icon icon={Play} />
            再生する
          </Link>
        )}
      </div>
    </Card>
  );
}

function ArchiveCover({ archive, isRound = false }: { archive: Archive; isRound?: boolean }) {
  return (
    <Cover
      src={archive.thumbnailUrl}
      seed={archive.id}
      isRound={isRound}
      topLeft={archive.canWatch ? undefined : <AccessBadge access={archive.access} />}
      bottomRight={formatLength(archive.durationSeconds)}
    />
  );
}
