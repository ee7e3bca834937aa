import type { Topics } from './topic';

/** Languages and history. */
export const topicsOfWords: Topics = {
  speaking: {
    name: '英語で話す45分 週末の予定', host: 'emma', category: 'english', interests: ['英会話'], cover: 'english',
    description: '3人ずつの小さな輪になって、週末の予定を英語で話します。わからない単語は日本語のままで大丈夫。\n\nまちがいは、あとでまとめてお返しします。',
  },
  grammar: {
    name: '朝の英文法15問', host: 'emma', category: 'english', interests: ['文法'], cover: 'english', isAudienceMode: true,
    description: '朝のうちに15問だけ。1問ごとに「なぜそれを選んだか」をひとことコメントで書いてもらいます。\n\n今週は仮定法です。',
  },
  pronunciation: {
    name: 'LとRを、鏡の前で', host: 'emma', category: 'english', interests: ['発音'], cover: 'english',
    description: '鏡を1枚ご用意ください。口の形を見ながら、20組の単語を言い分けます。マイクなしの参加も歓迎です。',
  },
  longread: {
    name: '英語の長文を、段落の地図で読む', host: 'emma', category: 'english', interests: ['長文読解'], cover: 'globe',
    description: '一文ずつ訳すのをやめて、段落ごとに「何の話か」だけを書きとめます。共通テストの過去問を1題使います。',
  },
  tea: {
    name: '七十歳からの英会話 お茶の時間', host: 'goto', category: 'english', interests: ['英会話'],
    description: 'ゆっくり、聞き返しながら話しましょう。年齢は問いません。今日の話題は「台所の道具」です。',
  },
  essay: {
    name: '英検準1級の作文を、2本だけ', host: 'ueda', category: 'english', interests: ['英作文'], isForStudents: true,
    description: 'お題を2つ出して、15分で書き、読み合います。直し合うのは、ひとり3か所まで。',
  },
  kobun: {
    name: '古文単語を物語で覚える(第{n}回)', host: 'ishikawa', category: 'japanese', interests: ['古文'], cover: 'book',
    description: '今回は『伊勢物語』の「筒井筒」から。「おとなふ」「かたちありさま」など15の単語を、話の中で覚えます。\n\n前の回を聞いていなくても参加できます。',
  },
  sangetsu: {
    name: '寝る前の読書会 『山月記』', host: 'nakamura', category: 'japanese', interests: ['近代文学'], cover: 'book',
    description: '一段落ずつ交代で音読し、気になった一文について話します。聞くだけの参加も歓迎です。\n\n青空文庫で読めます。お茶を用意してどうぞ。',
  },
  kokoro: {
    name: '『こころ』を三つの手紙として読む', host: 'nakamura', category: 'japanese', interests: ['近代文学'], cover: 'book',
    description: '三部に分かれたこの小説を、それぞれ誰に宛てた手紙なのかという問いで読み直します。',
  },
  poem: {
    name: '詩を読む夜', host: 'nakamura', category: 'japanese', interests: ['詩'], cover: 'book',
    description: '短い詩を三つだけ。声に出して、間をおいて、もう一度声に出します。解釈は最後の10分で。',
  },
  kanbun: {
    name: '朝の漢文 十八史略', host: 'ishikawa', category: 'japanese', interests: ['漢文'], cover: 'kanji',
    description: '朝の頭で、短い漢文を一編。返り点をたどりながら、声に出して読み下します。',
  },
  kanji: {
    name: '漢字の成り立ち 「道」にはなぜ首があるのか', host: 'yoshida', category: 'japanese', interests: ['漢字'], cover: 'kanji',
    description: '一回に一字。甲骨文の形から、今の形までをたどります。小学生から大人まで、どなたでもどうぞ。',
  },
  writing: {
    name: '書けない人のための作文 最初の一文', host: 'hashimoto', category: 'japanese', interests: ['作文'],
    description: '書き出しだけを10本つくります。続きは書きません。気に入った一文が残れば、その日はおしまいです。',
  },
  nanboku: {
    name: '日本史の地図を描く 南北朝編', host: 'kato', category: 'history', interests: ['地図', '中世'], cover: 'map', isAudienceMode: true,
    description: '教科書では数行で通りすぎる南北朝の60年を、白地図に手で書き込みながら追いかけます。京都と吉野のあいだにある山、川、街道を描くと、「なぜそこで戦ったのか」が自分の言葉で言えるようになります。\n\n用意するもの:\n・白地図(前日までに配布します)\n・色鉛筆を3色。赤、青、黒がおすすめです\n\n途中からの参加も、聞くだけの参加も歓迎します。',
  },
  kamakura: {
    name: '日本史の地図を描く 鎌倉編', host: 'kato', category: 'history', interests: ['地図', '中世'], cover: 'map',
    description: '七つの切通しを白地図に描き入れると、鎌倉がなぜ都に選ばれたのかが見えてきます。',
  },
  muromachi: {
    name: '室町幕府はなぜ続いたのか', host: 'kato', category: 'history', interests: ['中世', '史料'], cover: 'history', isAudienceMode: true,
    description: '弱い幕府が、なぜ240年も続いたのか。守護たちの手紙を3通読みながら考えます。',
  },
  edo: {
    name: '江戸の町を歩く 古地図と今の地図', host: 'kondo', category: 'history', interests: ['近世', '地図'], cover: 'map',
    description: '古地図と今の地図を重ねて、川だった道、坂だった階段をさがします。今回は日本橋から神田までです。',
  },
  meiji: {
    name: '明治の新聞を一枚読む', host: 'kondo', category: 'history', interests: ['近現代', '史料'], cover: 'history',
    description: '広告から読みはじめると、暮らしが見えてきます。読めない字は、みんなで当てましょう。',
  },
  kofun: {
    name: '古墳のかたちを折り紙で', host: 'kato', category: 'history', interests: ['古代'], cover: 'history',
    description: '前方後円墳を折り紙で折りながら、なぜあの形になったのかという諸説をひとつずつ紹介します。',
  },
};
