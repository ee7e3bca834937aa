import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { useDismiss } from '@manabiba/shared/ui/use-dismiss';
import { PictureInPicture2, Settings } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';

import type { Player } from '../../../core/playback/player';
import { usePlayerState } from '../../../core/playback/use-player-state';
import type { CaptionPlace, CaptionSize, Preferences } from './preferences';

import styles from '../archive-player.module.css';

export interface SettingsPanelProps {
  player: Player;
  video: RefObject<HTMLVideoElement | null>;
  hasCaptions: boolean;
  preferences: Preferences;
  onPrefer: (changes: Partial<Preferences>) => void;
}

const sizes: ReadonlyArray<{ value: CaptionSize; name: string }> = [
  { value: 'small', name: '小' },
  { value: 'medium', name: '中' },
  { value: 'large', name: '大' },
];
const places: ReadonlyArray<{ value: CaptionPlace; name: string }> = [
  { value: 'bottom', name: '下' },
  { value: 'top', name: '上' },
];

/** 設定: quality, captions, picture in picture. Only what this browser and this recording have; nothing is nothing. */
export function SettingsPanel({ player, video, hasCaptions, preferences, onPrefer }: SettingsPanelProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useDismiss(isOpen, root, (by) => (by === 'escape' ? close() : setIsOpen(false)));
  const qualities = usePlayerState(player, (state) => state.qualities);
  const canFloat = typeof document !== 'undefined' && document.pictureInPictureEnabled;
  if (qualities.length < 2 && !hasCaptions && !canFloat) return null;

  function close() {
    setIsOpen(false);
    trigger.current?.focus();
  }
  return (
    <div className={styles.menuRoot} ref={root}>
      <IconButton
        ref={trigger}
        label="再生の設定"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        <Icon icon={Settings} />
      </IconButton>
      {isOpen && (
        <div id={id} className={styles.settings} role="dialog" aria-label="再生の設定">
          {qualities.length > 1 && <QualityChoices player={player} />}
          {hasCaptions && <CaptionChoices preferences={preferences} onPrefer={onPrefer} />}
          {canFloat && (
            <Button
              variant="ghost"
              size="small"
              icon={<Icon icon={PictureInPicture2} size={16} />}
              onClick={() => toggleFloating(video.current)}
            >
              小さな画面で見る
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function QualityChoices({ player }: { player: Player }) {
  const qualities = usePlayerState(player, (state) => state.qualities);
  const quality = usePlayerState(player, (state) => state.quality);
  const byHeight = [...qualities].sort((a, b) => b.height - a.height);
  return (
    <Choices
      name="画質"
      choices={[
        { value: null, name: '自動' },
        ...byHeight.map(({ id, height }) => ({ value: id, name: `${height}p` })),
      ]}
      selected={quality}
      onSelect={player.setQuality}
    />
  );
}

function CaptionChoices({ preferences, onPrefer }: Pick<SettingsPanelProps, 'preferences' | 'onPrefer'>) {
  return (
    <>
      <Choices
        name="字幕の大きさ"
        choices={sizes}
        selected={preferences.captionSize}
        onSelect={(captionSize) => onPrefer({ captionSize })}
      />
      <Choices
        name="字幕の位置"
        choices={places}
        selected={preferences.captionPlace}
        onSelect={(captionPlace) => onPrefer({ captionPlace })}
      />
    </>
  );
}

function toggleFloating(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture();
  // Refused before the first frame has loaded.
  else void video?.requestPictureInPicture().catch(() => undefined);
}

interface ChoicesProps<Value> {
  name: string;
  choices: ReadonlyArray<{ value: Value; name: string }>;
  selected: Value;
  onSelect: (value: Value) => void;
}

function Choices<Value>({ name, choices, selected, onSelect }: ChoicesProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{name}</legend>
      {choices.map((choice) => (
        <label key={choice.name}>
          <input
            type="radio"
            name={group}
            checked={choice.value === selected}
            onChange={() => onSelect(choice.value)}
          />
          <span>{choice.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
