import type { UserProfile } from '@manabiba/shared/contract/users';
import { BlockDialog } from '@manabiba/shared/people/block-dialog';
import { ReportDialog } from '@manabiba/shared/people/report-dialog';
import { useSharePage } from '@manabiba/shared/people/share-page';
import { isSignedIn, paths, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@manabiba/shared/ui/menu';
import { Ban, Ellipsis, Flag, Share2 } from 'lucide-react';
import { useState } from 'react';

interface PersonMenuProps {
  user: UserProfile;
  /** Whether only name and image are shown; such a profile cannot be shared. */
  isReduced: boolean;
}

/** The other actions on a user: share, report, block. Anonymous visitors can only share. */
export function PersonMenu({ user, isReduced }: PersonMenuProps) {
  const me = useMe();
  const [open, setOpen] = useState<'block' | 'report' | null>(null);
  const sharePage = useSharePage();
  const share = () => sharePage(paths.user.href({ id: user.id }), user.nickname);
  const close = () => setOpen(null);

  if (!isSignedIn(me) || me.id === user.id) {
    if (isReduced) return null;
    return (
      <IconButton label="共有する" isOutlined onClick={share}>
        <Icon icon={Share2} />
      </IconButton>
    );
  }
  return (
    <>
      <Menu
        label={`${user.nickname}さんの操作`}
        trigger={(props) => (
          <IconButton label="その他の操作" isOutlined {...props}>
            <Icon icon={Ellipsis} />
          </IconButton>
        )}
      >
        {!isReduced && (
          <MenuItem icon={<Icon icon={Share2} />} onSelect={share}>
            共有する
          </MenuItem>
        )}
        {!isReduced && <MenuSeparator />}
        <MenuItem icon={<Icon icon={Flag} />} onSelect={() => setOpen('report')}>
          通報する
        </MenuItem>
        <MenuItem icon={<Icon icon={Ban} />} isDanger={!user.isBlocked} onSelect={() => setOpen('block')}>
          {user.isBlocked ? 'ブロックを解除する' : 'ブロックする'}
        </MenuItem>
      </Menu>
      <BlockDialog user={user} isOpen={open === 'block'} onClose={close} />
      {open === 'report' && (
        <ReportDialog subject={{ kind: 'person', id: user.id, nickname: user.nickname }} onClose={close} />
      )}
    </>
  );
}
