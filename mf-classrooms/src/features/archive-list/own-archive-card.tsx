import type { Archive } from '@manabiba/shared/contract/archives';
import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { Card, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import type { ReactNode } from 'react';

import styles from './archive-list.module.css';

interface OwnArchiveCardProps {
  archive: Archive;
  /** Rendered over the cover. */
  mark?: ReactNode;
  /** Further lines below the host's name. */
  children?: ReactNode;
}

/** An archive in a list that concerns the viewer alone: no price, no counts. */
export function OwnArchiveCard({ archive, mark, children }: OwnArchiveCardProps) {
  const { id, title, host, thumbnailUrl } = archive;
  return (
    <Card>
      <span className={styles.cover}>
        <Cover src={thumbnailUrl} seed={id} />
        {mark}
      </span>
      <CardTitle>
        <Link to={paths.archive.href({ id })}>
          <Phrases text={title} />
        </Link>
      </CardTitle>
      <Meta>
        <span>{host.nickname}</span>
      </Meta>
      {children}
    </Card>
  );
}
