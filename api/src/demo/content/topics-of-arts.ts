import type { Topics } from './topic';

/** Art, music and studying side by side. */
export const topicsOfArts: Topics = {
  hands: {
    name: 'デッサン入門 手を描く', host: 'okada', category: 'art', interests: ['デッサン'], cover: 'art',
    description: '自分の左手を、15分で3枚描きます。1枚目は線だけ、2枚目は影だけ、3枚目でその両方を。\n\n用意するもの:\n・鉛筆(2Bか4B)と紙を3枚\n・机のライト',
  },
  apple: {
    name: 'デッサン入門 りんごの重さ', host: 'okada', category: 'art', interests: ['デッサン'], cover: 'art',
    description: '重そうに見える線と、軽そうに見える線は何が違うのでしょうか。りんごをひとつご用意ください。',
  },
  color: {
    name: '色の名前を百まで数える', host: 'okada', category: 'art', interests: ['色', 'デザイン'], cover: 'art',
    description: '身のまわりの色に、日本の伝統色の名前をつけていきます。写真を1枚ずつ持ち寄ってください。',
  },
  ukiyoe: {
    name: '浮世絵の雨を見くらべる', host: 'suzuki', category: 'art', interests: ['美術史', '版画'], cover: 'history', isForStudents: true,
    description: '美術部の高校生が、広重の雨を3枚紹介します。線の太さと向きだけを話します。',
  },
  harmony: {
    name: '和音はなぜ明るく聞こえるのか', host: 'nishi', category: 'music', interests: ['和音', '作曲'], cover: 'music',
    description: '長調と短調の違いを、たった一つの音を動かして聴きくらべます。楽譜が読めなくても大丈夫です。',
  },
  quartet: {
    name: '弦楽四重奏を4色で聴く', host: 'nishi', category: 'music', interests: ['鑑賞', '音楽史'], cover: 'sound',
    description: '四つの楽器に色をつけ、主役が移るたびに色鉛筆を持ちかえます。聴き終わると、一枚の絵になっています。',
  },
  composing: {
    name: '8小節だけ、作曲してみる', host: 'nishi', category: 'music', interests: ['作曲'], cover: 'music',
    description: '無料の作曲アプリを使って、8小節の旋律をつくります。最後に全員分を続けて流します。',
  },
  singing: {
    name: '合唱曲のアルトを覚える会', host: 'tsumugi', category: 'music', interests: ['歌'], cover: 'music', isForStudents: true,
    description: '合唱コンクールの前に、音を取りにくいアルトだけを集中して練習します。歌うときはミュートで大丈夫です。',
  },
  quiet: {
    name: '静かに自習する部屋(45分)', host: 'yamamoto', category: 'study', interests: ['静かな部屋'], cover: 'quiet', isAudienceMode: true,
    description: 'マイクもカメラも使いません。最初の1分で今日やることをコメントに書き、最後の1分でできたことを書きます。\n\nそれだけの部屋です。',
  },
  morning: {
    name: '朝6時半の机 一日の最初の45分', host: 'yamamoto', category: 'study', interests: ['朝の勉強'], cover: 'clock', isAudienceMode: true,
    description: '顔を洗ったら、机の前へ。おはようございますのひとことで始めて、それぞれの勉強をします。',
  },
  exam: {
    name: '受験生の夜自習 あと一歩の45分', host: 'ueda', category: 'study', interests: ['受験'], cover: 'clock', isForStudents: true,
    description: '25分勉強、5分休憩、15分勉強。休憩のときだけ、コメントで話せます。大学生が見守ります。',
  },
  license: {
    name: '資格の勉強をする社会人の部屋', host: 'ishii', category: 'study', interests: ['資格', '静かな部屋'], cover: 'quiet',
    description: '簿記、宅建、情報処理。勉強しているものは別々でかまいません。終わりに5分だけ、進み具合を話します。',
  },
  reading: {
    name: 'たまった宿題を、今から片づける', host: 'school', category: 'study', interests: ['宿題'], isForStudents: true,
    description: '残っている宿題を宣言して、45分で手をつけるところまで。終わらなくても大丈夫です。',
  },
  staffTalk: {
    name: 'はじめての方へ まなびばの使いかた', host: 'staff', category: 'study', cover: 'leaf', isAudienceMode: true,
    description: '教室のひらき方、予約のしかた、手の挙げ方を、画面を見せながらご案内します。質問はコメントでどうぞ。',
  },
  parents: {
    name: '保護者のための情報交換会', host: 'adult', category: 'thinking', interests: ['対話'],
    description: '学校のこと、家での勉強のこと。名前を出さずに、ゆっくり話しましょう。URLを知っている方だけの会です。',
  },
  review: {
    name: '図で解く数学教室 受講生の質問会', host: 'host', category: 'math', interests: ['図形', '関数'], cover: 'geometry',
    description: '受講生の方だけの質問会です。先週の宿題の図を、手元にご用意ください。',
  },
  pathTalk: {
    name: '文系と理工のあいだ 先輩と話す', host: 'hiroba', category: 'thinking', interests: ['進路', '対話'], cover: 'path',
    description: '大学2年生の先輩3人が、進路に迷ったときのことを話します。後半は質問の時間です。',
  },
};
