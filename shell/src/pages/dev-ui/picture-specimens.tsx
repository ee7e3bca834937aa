import { Avatar } from '@manabiba/shared/ui/avatar';
import { AvatarStack } from '@manabiba/shared/ui/avatar-stack';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Card, CardFoot, CardGrid, CardTitle, Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { Price } from '@manabiba/shared/ui/price';
import { Users } from 'lucide-react';

import { Row, Specimen } from './specimen';

import styles from './specimen.module.css';

const people = ['雨宮 しおり', '天文部', '加藤 修', 'Emma', '林 美月', '西 ことね'].map((nickname, index) => ({
  id: String(index),
  nickname,
  avatarUrl: null,
}));
const seeds = [
  'cls_1',
  'cls_2',
  'cls_3',
  'cls_4',
  'cls_5',
  'cls_6',
  'cls_7',
  'cls_8',
  'evt_1',
  'evt_2',
  'evt_3',
  'evt_4',
];

/** People, states and cards. */
export function PictureSpecimens() {
  const person = { nickname: '田中 エマ', avatarUrl: null };
  return (
    <>
      <Specimen title="Avatar と Badge">
        <Row>
          {([24, 32, 36, 40, 48, 56, 64, 120] as const).map((size) => (
            <Avatar key={size} person={person} size={size} />
          ))}
          <AvatarStack people={people} />
        </Row>
        <Row>
          <LivePill />
          <LivePill isBare />
          <Badge>数学</Badge>
          <Badge tone="action">開催前</Badge>
          <Badge>終了</Badge>
          <Badge tone="live">中止</Badge>
          <Badge tone="ok">申込済み</Badge>
          <Badge tone="warn">お支払い待ち</Badge>
          <Badge>キャンセル待ち</Badge>
          <Badge tone="action">無料体験中</Badge>
          <Badge tone="ok">ご利用中</Badge>
          <Badge tone="warn">解約予定(12月4日まで利用可)</Badge>
          <Badge tone="line">リスナー</Badge>
        </Row>
      </Specimen>
      <CardSpecimen />
      <Specimen title="Cover(絵がないとき)">
        <ul className={styles.swatches}>
          {seeds.map((seed) => (
            <li key={seed}>
              <Cover seed={seed} />
            </li>
          ))}
        </ul>
      </Specimen>
    </>
  );
}

function CardSpecimen() {
  return (
    <Specimen title="Card">
      <CardGrid columns={3}>
        <li>
          <EventSample />
        </li>
        <li>
          <ArchiveSample />
        </li>
        <li>
          <LiveSample />
        </li>
      </CardGrid>
      <Card isMedia>
        <Cover seed="media" topLeft={<LivePill />} />
        <div>
          <CardTitle>
            <a href="#top">共通テスト英語リーディングの時間配分を考える会</a>
          </CardTitle>
          <Meta>
            <span>田中 エマ</span>
            <span>英語</span>
          </Meta>
        </div>
      </Card>
    </Specimen>
  );
}

function EventSample() {
  return (
    <Card>
      <Cover seed="evt_space" />
      <CardTitle>
        <a href="#top">宇宙望遠鏡が見た最初の銀河 研究者と話す90分</a>
      </CardTitle>
      <Meta>
        <DateTime value="2026-12-05T14:00:00+09:00" />
      </Meta>
      <Meta>
        <span>みなと天文台</span>
      </Meta>
      <CardFoot>
        <Price amount={1500} />
        <Badge tone="warn">残り12席</Badge>
      </CardFoot>
    </Card>
  );
}

function ArchiveSample() {
  return (
    <Card data-show="hover">
      <Cover seed="arc_bio" bottomRight="45:03" />
      <CardTitle>
        <a href="#top">光合成を一枚の絵にする</a>
      </CardTitle>
      <Meta>
        <span>林 美月</span>
      </Meta>
      <Meta>
        <span>視聴 982回</span>
        <DateTime value="2026-10-25T19:00:00+09:00" style="short" />
      </Meta>
    </Card>
  );
}

function LiveSample() {
  return (
    <Card>
      <Cover seed="cls_chem" topLeft={<LivePill />} />
      <CardTitle>
        <a href="#top">はじめての化学平衡 ルシャトリエの原理から</a>
      </CardTitle>
      <Meta>
        <span>林 美月</span>
        <span>化学</span>
      </Meta>
      <Meta>
        <span>
          <Icon icon={Users} size={16} />
          83人
        </span>
        <span>残り 31分</span>
      </Meta>
    </Card>
  );
}
