import { Button, type ButtonVariant } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { MoreLabel, moreLinkClass, TextLink } from '@manabiba/shared/ui/text-link';
import { Bell, Check, Link, Send, Share } from 'lucide-react';

import { Row, Specimen } from './specimen';

import styles from './specimen.module.css';

const variants: [ButtonVariant, string][] = [
  ['primary', '保存する'],
  ['secondary', 'キャンセル'],
  ['ghost', '共有'],
  ['danger', '退会する'],
];
const shown = ['', 'hover', 'focus', 'active'];

/** Buttons and links. `data-show` forces a state that otherwise needs a pointer or a key. */
export function ButtonSpecimens() {
  return (
    <>
      <Specimen title="Button">
        <VariantTable />
        <Row>
          <Button variant="primary" size="small">
            小 36
          </Button>
          <Button variant="primary">中 44</Button>
          <Button variant="primary" size="large">
            大 52
          </Button>
          <Button>フォローする</Button>
          <Button variant="following" icon={<Icon icon={Check} />}>
            フォロー中
          </Button>
          <Button variant="danger-quiet">フォローを解除</Button>
        </Row>
      </Specimen>
      <LinkSpecimen />
    </>
  );
}

/** Every variant in every state. */
function VariantTable() {
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <td />
            {['通常', '重ねる', 'フォーカス', '押す', '送信中', '使えない'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map(([variant, label]) => (
            <tr key={variant}>
              <th scope="row">{variant}</th>
              {shown.map((show) => (
                <td key={show}>
                  <Button variant={variant} data-show={show}>
                    {label}
                  </Button>
                </td>
              ))}
              <td>
                <Button variant={variant} isLoading loadingLabel="送信中…">
                  {label}
                </Button>
              </td>
              <td>
                <Button variant={variant} disabled>
                  {label}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LinkSpecimen() {
  return (
    <Specimen title="IconButton と Link">
      <Row>
        <IconButton label="お知らせ">
          <Icon icon={Bell} />
        </IconButton>
        <IconButton label="お知らせ(未読3件)" hasDot>
          <Icon icon={Bell} />
        </IconButton>
        <IconButton label="共有" data-show="hover">
          <Icon icon={Share} />
        </IconButton>
        <IconButton label="共有" data-show="focus">
          <Icon icon={Share} />
        </IconButton>
        <IconButton label="送信" isOutlined>
          <Icon icon={Send} />
        </IconButton>
        <IconButton label="リンクをコピー" disabled>
          <Icon icon={Link} />
        </IconButton>
        <TextLink href="#top">詳しくはこちら</TextLink>
        <TextLink href="#top" data-show="hover">
          詳しくはこちら
        </TextLink>
        <TextLink href="#top" data-show="focus">
          詳しくはこちら
        </TextLink>
        <a href="#top" className={moreLinkClass}>
          <MoreLabel />
        </a>
      </Row>
    </Specimen>
  );
}
