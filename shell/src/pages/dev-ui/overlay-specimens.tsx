import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuHeader, MenuItem, MenuItemLink, MenuSeparator } from '@manabiba/shared/ui/menu';
import { Pagination } from '@manabiba/shared/ui/pagination';
import { Popover } from '@manabiba/shared/ui/popover';
import { tabClass, TabCount, TabNav, Tabs } from '@manabiba/shared/ui/tabs';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Tooltip } from '@manabiba/shared/ui/tooltip';
import { Flag, Link, LogOut, Mic, MicOff, Settings, User, Users } from 'lucide-react';
import { useState } from 'react';

import { Row, Specimen } from './specimen';

import styles from './specimen.module.css';

const tabs = [
  { key: 'classrooms', label: '教室' },
  { key: 'archives', label: 'アーカイブ', count: 96 },
  { key: 'followers', label: 'フォロワー' },
  { key: 'following', label: 'フォロー中', isDisabled: true },
] as const;

/** Overlays, and controls that change part of a page. */
export function OverlaySpecimens() {
  return (
    <>
      <Specimen title="Tabs、Pagination">
        <TabSpecimens />
      </Specimen>
      <Specimen title="Menu、Popover、Tooltip">
        <Row>
          <UserMenuSample />
          <ParticipantMenuSample />
          <PopoverSample />
          <Tooltip label="リンクをコピー">
            <IconButton label="リンク" isOutlined>
              <Icon icon={Link} />
            </IconButton>
          </Tooltip>
        </Row>
      </Specimen>
      <Specimen title="Dialog">
        <DialogSpecimens />
      </Specimen>
    </>
  );
}

function TabSpecimens() {
  const [tab, setTab] = useState<(typeof tabs)[number]['key']>('classrooms');
  const [page, setPage] = useState(1);
  return (
    <>
      <Tabs label="プロフィール" tabs={tabs} selected={tab} onSelect={setTab}>
        <Pagination page={page} pageCount={12} onPage={setPage} />
      </Tabs>
      <TabNav label="リンクのタブ">
        <a href="#top" className={tabClass} aria-current="page">
          開催中
        </a>
        <a href="#top" className={tabClass} data-show="hover">
          開催前<TabCount>12</TabCount>
        </a>
        <a href="#top" className={tabClass} data-show="focus">
          終了
        </a>
      </TabNav>
    </>
  );
}

function UserMenuSample() {
  return (
    <Menu label="アカウントメニュー" align="start" trigger={(props) => <Button {...props}>ユーザーのメニュー</Button>}>
      <MenuHeader title="加藤 修" note="kato@example.jp" />
      <MenuItemLink as="a" href="#top" icon={<Icon icon={User} />}>
        マイプロフィール
      </MenuItemLink>
      <MenuItemLink as="a" href="#top" icon={<Icon icon={Settings} />}>
        アカウント設定
      </MenuItemLink>
      <MenuSeparator />
      <MenuItem icon={<Icon icon={LogOut} />} onSelect={() => undefined}>
        ログアウト
      </MenuItem>
    </Menu>
  );
}

function ParticipantMenuSample() {
  return (
    <Menu
      label="参加者のメニュー"
      narrow="sheet"
      align="start"
      trigger={(props) => <Button {...props}>参加者のメニュー</Button>}
    >
      <MenuItem icon={<Icon icon={MicOff} />} onSelect={() => undefined}>
        ミュートにする
      </MenuItem>
      <MenuItem icon={<Icon icon={Mic} />} onSelect={() => undefined}>
        発言を許可
      </MenuItem>
      <MenuItem icon={<Icon icon={Users} />} isDisabled onSelect={() => undefined}>
        聞き手に戻す
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Icon icon={Flag} />} onSelect={() => undefined}>
        通報する
      </MenuItem>
      <MenuItem icon={<Icon icon={LogOut} />} isDanger onSelect={() => undefined}>
        退室させる
      </MenuItem>
    </Menu>
  );
}

function PopoverSample() {
  return (
    <Popover label="田中 エマ" trigger={(props) => <Button {...props}>人について</Button>}>
      <div className={styles.person}>
        <Avatar person={{ nickname: '田中 エマ' }} size={48} />
        <div>
          <strong>田中 エマ</strong>
          <p className={styles.text14}>英語コーチ</p>
        </div>
      </div>
      <p className={styles.words}>週末の夜に、辞書を使わない英会話の教室を開いています。</p>
      <Button isBlock>フォローする</Button>
    </Popover>
  );
}

function DialogSpecimens() {
  const [open, setOpen] = useState<'resend' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <Row>
      <Button onClick={() => setOpen('resend')}>確認メールを再送</Button>
      <Button variant="danger-quiet" onClick={() => setOpen('remove')}>
        退室させる
      </Button>
      <Dialog
        isOpen={open === 'resend'}
        onClose={close}
        title="確認メールを再送"
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
        footer={
          <>
            <Button onClick={close}>キャンセル</Button>
            <Button variant="primary" type="submit">
              再送する
            </Button>
          </>
        }
      >
        <TextField
          label="メールアドレス"
          defaultValue="saki.miyashita@example.jp"
          hint="届かない場合は、迷惑メールフォルダもご確認ください。"
        />
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'remove'}
        onClose={close}
        onConfirm={close}
        title="雨宮 しおりさんを退室させますか"
        confirmLabel="退室させる"
        isDanger
      >
        退室させた方は、この教室に再入室できません。
      </ConfirmDialog>
    </Row>
  );
}
