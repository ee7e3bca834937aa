import type { Material } from '@manabiba/shared/contract/classroom-materials';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton, iconButtonClass } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuItem } from '@manabiba/shared/ui/menu';
import { TextLink } from '@manabiba/shared/ui/text-link';
import { Download, Ellipsis, FileText, Image, Link2, Pencil, Presentation, Trash2 } from 'lucide-react';

import styles from './materials.module.css';

export interface MaterialActs {
  onRead: (material: Material) => void;
  /** Absent for those who do not lead the class. */
  onRename?: ((material: Material) => void) | undefined;
  onDelete?: ((material: Material) => void) | undefined;
  /** Puts a PDF on the stage; absent outside of the room. */
  onPresent?: ((material: Material) => void) | undefined;
  /** The PDF that is on its way to the stage. */
  presentingId?: string | undefined;
  /** The PDF on the stage. */
  presentedId?: string | undefined;
}

const icons = { pdf: FileText, image: Image, link: Link2 } as const;

/** One file or link, with what can be done with it. */
export function MaterialRow({ material, ...acts }: MaterialActs & { material: Material }) {
  const { id, kind, title, url, size } = material;
  const { onRead, onRename, onDelete, onPresent, presentingId, presentedId } = acts;
  return (
    <li className={styles.row}>
      <span className={styles.kind}>
        <Icon icon={icons[kind]} />
      </span>
      <div className={styles.words}>
        {kind === 'pdf' ? (
          <button type="button" className={styles.title} onClick={() => onRead(material)}>
            {title}
          </button>
        ) : (
          <TextLink href={url} isExternal>
            {title}
          </TextLink>
        )}
        <span className={styles.soft}>{kind === 'link' ? new URL(url).host : aboutFile(kind, size)}</span>
      </div>
      {kind === 'pdf' && (
        <a className={iconButtonClass()} href={url} download aria-label={`「${title}」を保存`}>
          <Icon icon={Download} />
        </a>
      )}
      {onRename && onDelete && (
        <Menu
          label={`「${title}」の操作`}
          trigger={(props) => (
            <IconButton label={`「${title}」の操作`} {...props}>
              <Icon icon={Ellipsis} />
            </IconButton>
          )}
        >
          <MenuItem icon={<Icon icon={Pencil} />} onSelect={() => onRename(material)}>
            名前を変える
          </MenuItem>
          <MenuItem icon={<Icon icon={Trash2} />} isDanger onSelect={() => onDelete(material)}>
            削除する
          </MenuItem>
        </Menu>
      )}
      {kind === 'pdf' && onPresent && (
        <Button
          size="small"
          className={styles.present}
          icon={<Icon icon={Presentation} />}
          isLoading={presentingId === id}
          disabled={presentedId === id}
          onClick={() => onPresent(material)}
        >
          {presentedId === id ? 'ステージに表示中' : 'ステージに表示'}
        </Button>
      )}
    </li>
  );
}

const MEGABYTE = 1024 * 1024;

function aboutFile(kind: 'pdf' | 'image', size: number | null): string {
  if (kind === 'image' || size === null) return '画像';
  return size < MEGABYTE / 10 ? `PDF・${Math.ceil(size / 1024)}KB` : `PDF・${(size / MEGABYTE).toFixed(1)}MB`;
}
