import { formatCount } from '@manabiba/shared/format/count';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { Menu, MenuItem } from '@manabiba/shared/ui/menu';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Check, ChevronUp, Ellipsis, Flag, Pin, PinOff, Undo2, X } from 'lucide-react';
import { useState } from 'react';

import { BlockedPlace } from '../../core/room/blocked-place';
import { ProfileName } from '../../core/room/profile-name';
import type { QuestionView } from './question-view';

import styles from './questions.module.css';

/** What the viewer may do with a question; absent acts are not offered. */
export interface QuestionOffers {
  onVote?: ((question: QuestionView, isOn: boolean) => void) | undefined;
  onAnswer?: ((question: QuestionView) => void) | undefined;
  onPin?: ((question: QuestionView) => void) | undefined;
  onUnpin?: (() => void) | undefined;
  onDismiss?: ((question: QuestionView) => void) | undefined;
  onWithdraw?: ((question: QuestionView) => void) | undefined;
  onReport?: ((question: QuestionView) => void) | undefined;
}

interface QuestionRowProps extends QuestionOffers {
  question: QuestionView;
  isPinned: boolean;
}

/** One question: its votes, the words, the answer and what can be done with it. */
export function QuestionRow({ question, isPinned, ...offers }: QuestionRowProps) {
  const [isAskedFor, setIsAskedFor] = useState(false);
  const { userId, nickname, body, state, answer, isMine } = question;
  if (question.isBlocked && !isAskedFor) {
    return (
      <li className={styles.question}>
        <span className={styles.votes} />
        <BlockedPlace what="質問" onShow={() => setIsAskedFor(true)} />
      </li>
    );
  }
  return (
    <li className={styles.question}>
      <Votes question={question} onVote={offers.onVote} />
      <div className={styles.words}>
        <p className={styles.head}>
          {userId !== null && <Avatar person={question} size={24} />}
          <strong className={styles.name}>
            <ProfileName userId={userId}>{nickname}</ProfileName>
          </strong>
          {isMine && <Badge tone="action">自分の質問</Badge>}
          {state === 'answered' && <Badge tone="ok">回答済み</Badge>}
          {isPinned && <Badge>ステージに表示中</Badge>}
        </p>
        <p className={styles.body}>
          <LinkedText text={body} />
        </p>
        {answer !== '' && (
          <p className={styles.answer}>
            <b>回答</b>
            <LinkedText text={answer} />
          </p>
        )}
      </div>
      <QuestionMenu question={question} isPinned={isPinned} {...offers} />
    </li>
  );
}

/** The votes: a button while they can be given, a number otherwise. */
function Votes({ question, onVote }: Pick<QuestionRowProps, 'question' | 'onVote'>) {
  const { body, voteCount, hasVoted, isMine, state } = question;
  if (!onVote || isMine || state === 'answered')
    return (
      <span className={styles.votes}>
        <span aria-hidden>{formatCount(voteCount)}</span>
        <small>
          票<VisuallyHidden>{`: ${voteCount}`}</VisuallyHidden>
        </small>
      </span>
    );
  return (
    <button
      type="button"
      className={styles.votes}
      aria-pressed={hasVoted}
      aria-label={`「${body}」に投票する、${voteCount}票`}
      onClick={() => onVote(question, !hasVoted)}
    >
      <Icon icon={ChevronUp} size={16} />
      {formatCount(voteCount)}
    </button>
  );
}

function QuestionMenu({ question, isPinned, ...offers }: QuestionRowProps) {
  const { state, isMine, body } = question;
  const { onAnswer, onPin, onUnpin, onDismiss, onWithdraw, onReport } = offers;
  const mayWithdraw = onWithdraw && isMine && state === 'open';
  const mayReport = onReport && !isMine;
  if (!onAnswer && !onPin && !onDismiss && !mayWithdraw && !mayReport) return null;
  const label = `「${body}」の操作`;
  return (
    <Menu
      label={label}
      narrow="sheet"
      trigger={(props) => (
        <IconButton label={label} className={styles.more} {...props}>
          <Icon icon={Ellipsis} />
        </IconButton>
      )}
    >
      {onAnswer && (
        <MenuItem icon={<Icon icon={Check} />} onSelect={() => onAnswer(question)}>
          {state === 'open' ? '回答済みにする' : '回答を書く'}
        </MenuItem>
      )}
      {onPin && !isPinned && (
        <MenuItem icon={<Icon icon={Pin} />} onSelect={() => onPin(question)}>
          ステージに表示
        </MenuItem>
      )}
      {onUnpin && isPinned && (
        <MenuItem icon={<Icon icon={PinOff} />} onSelect={onUnpin}>
          ステージから外す
        </MenuItem>
      )}
      {mayWithdraw && (
        <MenuItem icon={<Icon icon={Undo2} />} onSelect={() => onWithdraw(question)}>
          質問を取り消す
        </MenuItem>
      )}
      {mayReport && (
        <MenuItem icon={<Icon icon={Flag} />} onSelect={() => onReport(question)}>
          通報する
        </MenuItem>
      )}
      {onDismiss && !isMine && (
        <MenuItem isDanger icon={<Icon icon={X} />} onSelect={() => onDismiss(question)}>
          却下
        </MenuItem>
      )}
    </Menu>
  );
}
