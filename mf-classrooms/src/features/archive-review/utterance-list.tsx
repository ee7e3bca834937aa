import type { getMyPart } from '@manabiba/shared/contract/archive-editing';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { formatLength } from '@manabiba/shared/format/duration';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Phrases } from '@manabiba/shared/ui/phrases';
import { Switch } from '@manabiba/shared/ui/switch';
import { Play } from 'lucide-react';

import type { Player } from '../../core/playback/player';
import { spokenLength } from '../../core/playback/spoken-length';
import type { Choice } from './use-choice';

import styles from './my-part.module.css';

type Utterance = EndpointOutput<typeof getMyPart>['utterances'][number];

interface UtteranceListProps {
  utterances: readonly Utterance[];
  /** The length of the video. */
  seconds: number;
  choice: Choice;
  player: Player | null;
}

/** What the viewer said, where it is in the video, and the choice of what is taken out. */
export function UtteranceList({ utterances, seconds, choice, player }: UtteranceListProps) {
  const { isAll, chosen, choose } = choice;
  const isGone = ({ id, isOut }: Utterance) => isAll || isOut || chosen.has(id);
  return (
    <>
      <Strip utterances={utterances} seconds={seconds} isGone={isGone} />
      <ul className={styles.utterances}>
        {utterances.map((utterance) => (
          <li key={utterance.id} className={classNames(isGone(utterance) && styles.gone)}>
            <Listen at={utterance.at} player={player} />
            <div className={styles.words}>
              {utterance.text !== null && (
                <p>
                  <Phrases text={`「${utterance.text}」`} />
                </p>
              )}
              <p className={styles.time}>{timeOf(utterance)}</p>
            </div>
            <Switch
              label={labelOf(utterance)}
              aria-label={`${timeOf(utterance)}を${labelOf(utterance)}`}
              checked={isGone(utterance)}
              disabled={isAll || utterance.isOut}
              onChange={(event) => choose(utterance.id, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const labelOf = ({ isOut }: Utterance) => (isOut ? '外しました' : '外す');

/** 11:04から14秒 */
const timeOf = ({ at, seconds }: Pick<Utterance, 'at' | 'seconds'>) =>
  `${at === null ? '動画から切った部分の' : `${formatLength(at)}から`}${Math.max(1, Math.round(seconds))}秒`;

/** Plays the video from there, to be heard behind the dialog. */
function Listen({ at, player }: { at: number | null; player: Player | null }) {
  return (
    <IconButton
      label={at === null ? '再生できません' : `${spokenLength(at)}から再生`}
      disabled={at === null || player === null}
      onClick={() => {
        player?.seek(at ?? 0);
        player?.play();
      }}
    >
      <Icon icon={Play} />
    </IconButton>
  );
}

interface StripProps {
  utterances: readonly Utterance[];
  seconds: number;
  isGone: (utterance: Utterance) => boolean;
}

function Strip({ utterances, seconds, isGone }: StripProps) {
  const shown = utterances.filter(({ at }) => at !== null);
  if (seconds === 0 || shown.length === 0) return null;
  const share = (part: number) => `${Math.min(100, (part / seconds) * 100)}%`;
  return (
    <div
      className={styles.strip}
      role="img"
      aria-label={`${spokenLength(seconds)}のうち、あなたの発言は${shown.length}か所`}
    >
      {shown.map((utterance) => (
        <i
          key={utterance.id}
          className={classNames(isGone(utterance) && styles.out)}
          style={{ left: share(utterance.at ?? 0), width: share(utterance.seconds) }}
        />
      ))}
    </div>
  );
}
