import { buttonClass } from '@manabiba/shared/ui/button';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Prose } from '@manabiba/shared/ui/prose';

import styles from './legal.module.css';

const kinds = [
  { kind: 'logo', words: 'ロゴ', width: 138, height: 30 },
  { kind: 'wordmark', words: 'ワードマーク', width: 93, height: 24 },
  { kind: 'mark', words: 'マーク', width: 24, height: 24 },
] as const;
const looks = [
  { look: 'light', words: '明るい背景用' },
  { look: 'dark', words: '暗い背景用' },
] as const;
const formats = ['svg', 'png'] as const;
const colors = [
  ['藍(明るい背景)', '#27459B'],
  ['藍(暗い背景)', '#8FA8F0'],
  ['墨', '#1D222B'],
  ['白', '#EDEFF3'],
] as const;

/** /brand_assets: the logo mark and the wordmark as files, and how they may be used. */
export function BrandAssetsPage() {
  return (
    <PageBody className={styles.page}>
      <h1>ブランドアセット</h1>
      <p className={styles.since}>2026年11月21日 最終改定</p>
      <Prose>
        <p>
          まなびばを紹介する記事、番組、授業の資料などで、次のロゴをお使いいただけます。申請は要りません。SVGは拡大しても粗くならず、PNGは背景が透明です。
        </p>
      </Prose>
      <ul className={styles.assets}>
        {kinds.flatMap(({ kind, words, width, height }) =>
          looks.map(({ look, words: where }) => (
            <Asset
              key={kind + look}
              file={`/media/brand/manabiba-${kind}-${look}`}
              name={`${words}(${where})`}
              look={look}
              width={width}
              height={height}
            />
          )),
        )}
      </ul>
      <section aria-labelledby="colors">
        <h2 id="colors" className={styles.small}>
          色
        </h2>
        <ul className={styles.colors}>
          {colors.map(([name, code]) => (
            <li key={code}>
              <Swatch color={code} />
              {name} {code}
            </li>
          ))}
        </ul>
      </section>
      <Conditions />
    </PageBody>
  );
}

/** How the files may and may not be used. */
function Conditions() {
  return (
    <Prose>
      <h2 id="space">余白と大きさ</h2>
      <p>
        まわりに、マークの高さの半分以上の余白を取ってください。高さは、画面では20ピクセル以上、印刷では6ミリ以上としてください。
      </p>
      <h2 id="allowed">お使いいただけるとき</h2>
      <ul>
        <li>まなびばを紹介、説明、報道するとき</li>
        <li>まなびばで開く教室やイベントを案内するとき</li>
        <li>まなびばのページへのリンクに添えるとき</li>
      </ul>
      <h2 id="refused">できないこと</h2>
      <ul>
        <li>形、比率、色を変えること。影、縁取り、回転、動きを加えること</li>
        <li>読みにくい背景や、写真の上にそのまま置くこと</li>
        <li>ほかのロゴや文字と組み合わせて、ひとつのロゴのようにすること</li>
        <li>まなびばが推奨、提携、主催していると受け取られる使い方をすること</li>
        <li>商品に付けて販売すること、商標やドメインとして登録すること</li>
      </ul>
      <p>お使いになる方が法令や公序良俗に反するときは、使用をやめていただくことがあります。</p>
    </Prose>
  );
}

interface AssetProps {
  /** Path without the extension. */
  file: string;
  name: string;
  look: 'light' | 'dark';
  width: number;
  height: number;
}

function Asset({ file, name, look, width, height }: AssetProps) {
  return (
    <li className={styles.asset}>
      <div className={styles.sample} data-theme={look}>
        <img src={`${file}.svg`} alt={`まなびばの${name}`} width={width} height={height} loading="lazy" />
      </div>
      <div className={styles.assetFoot}>
        <span>{name}</span>
        <span className={styles.downloads}>
          {formats.map((format) => (
            <a
              key={format}
              className={buttonClass({ size: 'small' })}
              href={`${file}.${format}`}
              download
              aria-label={`${name}を${format.toUpperCase()}でダウンロード`}
            >
              {format.toUpperCase()}
            </a>
          ))}
        </span>
      </div>
    </li>
  );
}

const Swatch = ({ color }: { color: string }) => (
  <svg width="24" height="24" aria-hidden="true">
    <rect width="24" height="24" fill={color} />
  </svg>
);
