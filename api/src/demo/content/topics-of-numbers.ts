import type { Topics } from './topic';

/** Mathematics, science, programming, thinking. */
export const topicsOfNumbers: Topics = {
  trig: {
    name: '三角関数の合成を、図だけで理解する',
    host: 'host',
    category: 'math',
    interests: ['関数', '図形'],
    cover: 'math',
    isAudienceMode: true,
    description:
      '公式を覚える前に、絵を一枚描いてみる。ふたつの矢印を足すことが、そのまま三角関数の合成になることを、45分かけて図だけで確かめます。\n\n用意するもの:\n・紙とペン(方眼紙だとより描きやすくなります)\n・定規とコンパス\n\n数Ⅱの教科書は閉じたままで大丈夫です。',
  },
  geometry: {
    name: '幾何の難問を、みんなで1問',
    host: 'host',
    category: 'math',
    interests: ['図形'],
    cover: 'geometry',
    description:
      '毎回1問だけ、補助線を1本ずつ出し合いながら解きます。うまくいかなかった補助線も、みんなで味わいます。\n\n問題は開始と同時に画面に出します。途中からの参加も歓迎です。',
  },
  vector: {
    name: 'ベクトルは矢印の言葉 内積のはなし',
    host: 'host',
    category: 'math',
    interests: ['ベクトル'],
    cover: 'vector',
    isAudienceMode: true,
    description:
      '内積は「影の長さ」です。懐中電灯と定規で確かめてから、式に戻ります。\n\n数Bを習いはじめた方、苦手なまま大人になった方にもおすすめです。',
  },
  sequence: {
    name: '数列の「階差」を階段で考える',
    host: 'host',
    category: 'math',
    interests: ['数列'],
    cover: 'path',
    description:
      '一段ごとの高さに注目すると、長い数列も短い言葉で言いあらわせます。積み木の階段を画面に並べながら進めます。',
  },
  derivative: {
    name: '微分は「傾き」ではじめる',
    host: 'host',
    category: 'math',
    interests: ['微分積分', '関数'],
    cover: 'math',
    description:
      '坂道の写真を何枚か見くらべるところから始めます。「一瞬の傾き」とは何のことか、言葉で説明できるところまで行きましょう。',
  },
  homework: {
    name: '数Ⅱの宿題を持ち寄る会',
    host: 'student',
    category: 'math',
    interests: ['関数', '微分積分'],
    isForStudents: true,
    description:
      '学校の宿題で止まったところを持ち寄って、わかる人が説明します。先生はいません。\n\n高校生と大学生の会です。マイクなし、コメントだけでも参加できます。',
  },
  statistics: {
    name: 'はじめての統計 平均のうそ',
    host: 'sasaki',
    category: 'math',
    interests: ['確率・統計'],
    cover: 'stats',
    description:
      '「平均年収」や「平均睡眠時間」を例に、平均だけでは見えないものを探します。計算は電卓で足りる範囲です。',
  },
  dice: {
    name: '確率をさいころ1万回で確かめる',
    host: 'sasaki',
    category: 'math',
    interests: ['確率・統計'],
    cover: 'stats',
    description: 'さいころを1万回ふるプログラムを、その場で書きます。教科書の確率と、どれくらいずれるでしょうか。',
  },
  sugaku1: {
    name: '大人の数学I もう一度、二次関数',
    host: 'ohno',
    category: 'math',
    interests: ['関数'],
    cover: 'math',
    description:
      '高校を出てから数学に触れていない方のための、やり直しの会です。計算は速くなくてかまいません。グラフを手で描けるようになることが目標です。',
  },
  chemistry: {
    name: 'はじめての化学平衡 ルシャトリエの原理から',
    host: 'hayashi',
    category: 'science',
    interests: ['化学', '実験'],
    cover: 'chem',
    isAudienceMode: true,
    description:
      '色の変わる水溶液を実際に混ぜながら、平衡が「どちらへ動くか」を予想します。\n\n予想してから見る、それだけです。外れた人ほど忘れません。',
  },
  refraction: {
    name: '光の屈折を水そうで見る',
    host: 'hayashi',
    category: 'science',
    interests: ['物理', '実験'],
    cover: 'light',
    description:
      '水そうに牛乳を数滴たらすと、光の道筋が見えてきます。レーザーポインターを少しずつ傾けて、曲がる角度を測りましょう。\n\n安全のため、実験はホストの手元だけで行います。',
  },
  photosynthesis: {
    name: '光合成を一枚の絵にする',
    host: 'hayashi',
    category: 'science',
    interests: ['生物'],
    cover: 'bio',
    description: '教科書の長い反応の流れを、A4の紙一枚に描きこみます。描き終えたら、絵を見せ合って45分です。',
  },
  kitchen: {
    name: '台所の酸とアルカリ 紫キャベツの色水',
    host: 'hayashi',
    category: 'science',
    interests: ['化学', '実験'],
    cover: 'leaf',
    description:
      '紫キャベツ、重曹、レモン。家にあるもので色を七つつくります。小学生の方も、おうちの方といっしょにどうぞ。\n\n用意するもの:\n・紫キャベツの葉2枚とお湯\n・重曹、酢、レモン汁など\n・透明なコップを5つ',
  },
  equilibrium: {
    name: '受験生の化学 理論の30分と質問の15分',
    host: 'sakamoto',
    category: 'science',
    interests: ['化学'],
    isForStudents: true,
    description:
      '同じ受験生どうしで、その週につまずいたところを説明し合います。うまく言えないところが、わかっていないところです。',
  },
  galaxies: {
    name: '夜の宇宙雑談 今週の論文を1本',
    host: 'fujii',
    category: 'science',
    interests: ['宇宙', '物理'],
    cover: 'space',
    isAudienceMode: true,
    description:
      '今週出た天文学の論文から1本を選んで、図だけを見ながら話します。専門用語が出たら、その場で止めてください。',
  },
  starsound: {
    name: '宇宙の音を聴く',
    host: 'observatory',
    category: 'science',
    interests: ['宇宙', '地学'],
    cover: 'sound',
    description: '電波望遠鏡がとらえた信号を、人の耳に聞こえる音に直して聴きくらべます。ヘッドホンをおすすめします。',
  },
  starRoom: {
    name: '星空ライブ 望遠鏡をのぞく45分',
    host: 'observatory',
    category: 'science',
    interests: ['宇宙'],
    cover: 'globe',
    isAudienceMode: true,
    description: '口径60センチの望遠鏡に、カメラを付けてお届けします。お席をお持ちの方だけの会場です。',
  },
  moon: {
    name: '今夜の月を、いっしょに見上げる',
    host: 'observatory',
    category: 'science',
    interests: ['宇宙'],
    cover: 'space',
    isAudienceMode: true,
    description:
      'それぞれの窓から月を見ながら、クレーターの名前をひとつずつたどります。曇ったら、望遠鏡の映像に切り替えます。',
  },
  weather: {
    name: 'Pythonで天気のデータを読む',
    host: 'sasaki',
    category: 'programming',
    interests: ['Python', 'データ分析'],
    cover: 'code',
    description:
      '気象庁が公開している気温のデータを読み込み、グラフにするところまでを45分で行います。\n\n・ブラウザだけで動きます。インストールは要りません\n・プログラミングがはじめての方も、まねをして打てば動きます',
  },
  sorting: {
    name: 'はじめてのアルゴリズム 並べ替え',
    host: 'sasaki',
    category: 'programming',
    interests: ['アルゴリズム'],
    cover: 'code',
    description:
      'トランプを並べ替える手順を、言葉にしてから、プログラムにします。速い手順と遅い手順は、どこで分かれるのでしょうか。',
  },
  webpage: {
    name: '自己紹介のページを45分でつくる',
    host: 'maeda',
    category: 'programming',
    interests: ['ウェブ'],
    cover: 'code',
    description: 'HTMLとCSSだけで、名前と好きなものを並べた1枚のページをつくります。最後に見せ合いましょう。',
  },
  contest: {
    name: '競プロの過去問を、声に出しながら',
    host: 'endo',
    category: 'programming',
    interests: ['アルゴリズム'],
    isForStudents: true,
    description: '考えていることを全部しゃべりながら、やさしめの問題を2問解きます。黙って詰まるより、早く進みます。',
  },
  fermi: {
    name: 'フェルミ推定を5問だけ',
    host: 'ohno',
    category: 'thinking',
    interests: ['フェルミ推定', '論理'],
    description:
      '「日本に電柱は何本あるか」のような問いを5問、1問7分で見積もります。答えは競いません。どう分けて考えたかを聞き合います。',
  },
  debate: {
    name: '賛成と反対を入れかえる対話',
    host: 'ohno',
    category: 'thinking',
    interests: ['対話', '論理'],
    description: '前半と後半で立場を入れかえて、同じ問いを話します。今回の問いは「宿題はなくすべきか」です。',
  },
  proof: {
    name: 'はじめての証明 「なぜ」を書いてみる',
    host: 'host',
    category: 'thinking',
    interests: ['論理'],
    cover: 'geometry',
    description: '中学2年の証明を、自分の言葉で書き直してみます。きれいな書き方は、最後に少しだけ。',
  },
};
