import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listMyEvents } from '@manabiba/shared/contract/participations';
import { formatCount } from '@manabiba/shared/format/count';
import { Link, paths } from '@manabiba/shared/platform';
import { tabClass, TabCount, TabNav } from '@manabiba/shared/ui/tabs';

const tabs = [
  { key: 'upcoming', label: 'これから' },
  { key: 'past', label: '過去' },
  { key: 'archive', label: '視聴チケット' },
  { key: 'refunded', label: '取り消し・返金' },
] as const;
export type TicketTab = (typeof tabs)[number]['key'];

/** Parses ?tab=; an unknown value means the first tab. */
export const readTicketTab = (text: string | null): TicketTab =>
  tabs.find(({ key }) => key === text)?.key ?? 'upcoming';

interface TicketTabsProps {
  selected: TicketTab;
  counts: EndpointOutput<typeof listMyEvents>['counts'] | undefined;
  className?: string | undefined;
}

/** The ticket tabs with their counts. */
export function TicketTabs({ selected, counts, className }: TicketTabsProps) {
  return (
    <TabNav label="チケットの状態" className={className}>
      {tabs.map(({ key, label }) => (
        <Link
          key={key}
          className={tabClass}
          to={paths.tickets.href({}, key === 'upcoming' ? {} : { tab: key })}
          aria-current={key === selected ? 'page' : undefined}
        >
          {label}
          {counts && <TabCount>{formatCount(counts[key])}</TabCount>}
        </Link>
      ))}
    </TabNav>
  );
}
