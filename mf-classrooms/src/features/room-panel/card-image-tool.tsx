import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Image, ImageOff } from 'lucide-react';
import { useState } from 'react';

import type { CardImage } from '../../core/room/room-context';

import styles from './room-panel.module.css';

/** The host's switch for the image of the stage on the cards of lists. Everybody can see it, so turning it on is confirmed. */
export function CardImageTool({ isOn, hasVideo, onChange }: CardImage) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        icon={<Icon icon={isOn ? ImageOff : Image} />}
        onClick={() => (isOn ? onChange(false) : setIsAsking(true))}
      >
        {isOn ? '一覧に映すのをやめる' : '一覧に画面を映す'}
      </Button>
      {isOn && (
        <p className={styles.hint} role="status">
          {hasVideo
            ? '教室の一覧に、あなたの画面を映しています。'
            : '画面共有かカメラを始めると、教室の一覧に映ります。'}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          onChange(true);
        }}
        title="一覧に画面を映しますか"
        confirmLabel="画面を映す"
      >
        30秒ごとに、あなたの画面共有の静止画を、だれでも見られる教室の一覧に載せます。共有していないときは、あなたのカメラの静止画です。ほかの方の画面やカメラは載りません。いつでもやめられます。
      </ConfirmDialog>
    </>
  );
}
