import { listMyArchives } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { CardGrid } from '@manabiba/shared/ui/card';
import { Section } from '@manabiba/shared/ui/section';

import { OwnArchiveCard } from './own-archive-card';

/** The largest page: more than anyone has before their publication at one time. */
const SHOWN = 50;

/**
 * 公開前の確認: recordings in which the viewer speaks and that are not published yet, so that they find where to take
 * their words out. Renders nothing when there is none.
 */
export function ReviewedArchives() {
  const { data } = useEndpoint(listMyArchives, { query: { review: 'true', limit: SHOWN } });
  // An api of the release before ignores the filter.
  const reviewed = data?.items.filter(({ publishedAt, state }) => publishedAt === null && state !== 'failed') ?? [];
  if (reviewed.length === 0) return null;
  return (
    <Section title="公開前の確認">
      <p>ホストと話した方だけが見られる録画です。公開されるまで、自分の発言を外せます。</p>
      <CardGrid columns={4}>
        {reviewed.map((archive) => (
          <li key={archive.id}>
            <OwnArchiveCard archive={archive} />
          </li>
        ))}
      </CardGrid>
    </Section>
  );
}
