import { Icon } from '@manabiba/shared/ui/icon';
import { Logo, LogoMark } from '@manabiba/shared/ui/logo';
import { Clap, Surprise } from '@manabiba/shared/ui/product-icons';
import type { LucideIcon } from 'lucide-react';
import {
  Bell,
  Calendar,
  Captions,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CircleDot,
  CircleHelp,
  Clock,
  CreditCard,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  Flag,
  Globe,
  Hand,
  IdCard,
  Info,
  KeyRound,
  Landmark,
  Laugh,
  Link,
  Lock,
  LogOut,
  Mail,
  Maximize,
  Menu,
  MessageCircleQuestionMark,
  MessageSquare,
  Mic,
  MicOff,
  MonitorUp,
  Pause,
  Play,
  Plus,
  ReceiptText,
  RotateCw,
  Send,
  Settings,
  Share,
  Shield,
  Signal,
  SlidersHorizontal,
  ThumbsUp,
  Ticket,
  Trash2,
  TriangleAlert,
  Upload,
  User,
  Users,
  Video,
  VideoOff,
  Volume2,
  WifiOff,
  X,
} from 'lucide-react';

import { Row, Specimen } from './specimen';

import styles from './specimen.module.css';

const swatches = [
  ['ground', styles.ground],
  ['surface', styles.surface],
  ['surface-sunken', styles.surfaceSunken],
  ['line', styles.line],
  ['line-strong', styles.lineStrong],
  ['ink', styles.ink],
  ['ink-soft', styles.inkSoft],
  ['action', styles.action],
  ['action-hover', styles.actionHover],
  ['action-ink', styles.actionInk],
  ['action-soft', styles.actionSoft],
  ['live', styles.live],
  ['live-hover', styles.liveHover],
  ['live-ink', styles.liveInk],
  ['live-soft', styles.liveSoft],
  ['ok', styles.ok],
  ['ok-soft', styles.okSoft],
  ['warn', styles.warn],
  ['warn-soft', styles.warnSoft],
] as const;

/** The product's term for a thing, and its lucide icon. */
const icons: Record<string, LucideIcon> = {
  bell: Bell,
  menu: Menu,
  close: X,
  plus: Plus,
  'chevron-down': ChevronDown,
  'chevron-right': ChevronRight,
  'chevron-left': ChevronLeft,
  check: Check,
  'check-circle': CircleCheck,
  calendar: Calendar,
  clock: Clock,
  users: Users,
  user: User,
  mic: Mic,
  'mic-off': MicOff,
  camera: Video,
  'camera-off': VideoOff,
  screen: MonitorUp,
  hand: Hand,
  comment: MessageSquare,
  share: Share,
  link: Link,
  leave: LogOut,
  more: Ellipsis,
  play: Play,
  eye: Eye,
  lock: Lock,
  globe: Globe,
  card: CreditCard,
  receipt: ReceiptText,
  download: Download,
  alert: TriangleAlert,
  info: Info,
  help: CircleHelp,
  offline: WifiOff,
  retry: RotateCw,
  mail: Mail,
  key: KeyRound,
  id: IdCard,
  flag: Flag,
  send: Send,
  ticket: Ticket,
  settings: SlidersHorizontal,
  external: ExternalLink,
  trash: Trash2,
  shield: Shield,
  signal: Signal,
  caption: Captions,
  gear: Settings,
  clap: Clap,
  like: ThumbsUp,
  laugh: Laugh,
  surprise: Surprise,
  question: MessageCircleQuestionMark,
  pause: Pause,
  volume: Volume2,
  expand: Maximize,
  record: CircleDot,
  bank: Landmark,
  upload: Upload,
};

/** Logos, colours, type and icons. */
export function FoundationSpecimens() {
  return (
    <>
      <Specimen title="しるし">
        <Row>
          <span className={styles.mark}>
            <LogoMark size={24} />
          </span>
          <span className={styles.mark}>
            <LogoMark size={48} />
          </span>
          <span className={styles.mark}>
            <LogoMark size={96} />
          </span>
          <Logo />
          <span data-theme="dark" className={styles.inverse}>
            <Logo />
          </span>
        </Row>
      </Specimen>
      <Specimen title="色">
        <ul className={styles.swatches}>
          {swatches.map(([name, className]) => (
            <li key={name}>
              <i className={className} />
              <code className={styles.code}>{name}</code>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="文字">
        <TypeSpecimens />
      </Specimen>
      <Specimen title="アイコン">
        <ul className={styles.icons}>
          {Object.entries(icons).map(([name, icon]) => (
            <li key={name}>
              <Icon icon={icon} />
              <code className={styles.code}>{name}</code>
            </li>
          ))}
        </ul>
      </Specimen>
    </>
  );
}

function TypeSpecimens() {
  return (
    <div className={styles.types}>
      <p className={`${styles.heading} ${styles.text36}`}>
        学びは、場から生まれる。<small>36</small>
      </p>
      <p className={`${styles.heading} ${styles.text28}`}>
        三角関数の合成を、図だけで理解する<small>28</small>
      </p>
      <p className={`${styles.heading} ${styles.text22}`}>
        まもなく始まる教室<small>22</small>
      </p>
      <p className={`${styles.heading} ${styles.text18}`}>
        お申し込みについて<small>18</small>
      </p>
      <p>
        教科書では数行で通りすぎる60年を、白地図に手で書き込みながらたどります。<small>16</small>
      </p>
      <p className={styles.text14}>
        開始の24時間前まで取り消すことができ、全額返金いたします。<small>14</small>
      </p>
      <p className={styles.text12}>
        開始時刻にご参加ください<small>12</small>
      </p>
      <p className={styles.numbers}>13:45 / 1,500円 / 視聴 11,111回</p>
    </div>
  );
}
