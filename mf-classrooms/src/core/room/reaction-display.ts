import type { ReactionName } from '@manabiba/shared/contract/room-documents';
import { Clap, Surprise } from '@manabiba/shared/ui/product-icons';
import { Hand, Laugh, type LucideIcon, MessageCircleQuestionMark, ThumbsUp } from 'lucide-react';

/** The label and glyph of each reaction. */
export const reactionDisplay: Readonly<Record<ReactionName, { label: string; icon: LucideIcon }>> = {
  clap: { label: '拍手', icon: Clap },
  like: { label: 'いいね', icon: ThumbsUp },
  laugh: { label: '笑い', icon: Laugh },
  surprise: { label: 'びっくり', icon: Surprise },
  question: { label: '質問', icon: MessageCircleQuestionMark },
  raise_hand: { label: '手を挙げる', icon: Hand },
};
