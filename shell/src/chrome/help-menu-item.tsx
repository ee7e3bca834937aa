import { useConfig } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { MenuItemLink } from '@manabiba/shared/ui/menu';
import { CircleHelp, ExternalLink } from 'lucide-react';

/** The menu entry of the help centre, which opens in a new tab. */
export function HelpMenuItem() {
  const { links } = useConfig();
  return (
    <MenuItemLink as="a" href={links.help} target="_blank" rel="noopener noreferrer" icon={<Icon icon={CircleHelp} />}>
      ヘルプセンター
      <Icon icon={ExternalLink} size={16} label="新しいタブで開きます" />
    </MenuItemLink>
  );
}
