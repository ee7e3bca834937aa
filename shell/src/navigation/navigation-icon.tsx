import type { NavigationIcon as IconName } from '@manabiba/shared/page/navigation-entry';
import { Icon } from '@manabiba/shared/ui/icon';
import {
  CalendarDays,
  Clapperboard,
  Gem,
  LayoutGrid,
  type LucideIcon,
  MessageCircle,
  Presentation,
  Ticket,
  Users,
} from 'lucide-react';

const icons: Readonly<Record<IconName, LucideIcon>> = {
  archive: Clapperboard,
  classroom: Presentation,
  event: CalendarDays,
  people: Users,
  plan: Gem,
  talk: MessageCircle,
  ticket: Ticket,
};

/** The icon of an entry by its name. A release may name one that this shell does not know yet. */
export function NavigationIcon({ name }: { name: string | undefined }) {
  return <Icon icon={isKnown(name) ? icons[name] : LayoutGrid} />;
}

const isKnown = (name: string | undefined): name is IconName => name !== undefined && Object.hasOwn(icons, name);
