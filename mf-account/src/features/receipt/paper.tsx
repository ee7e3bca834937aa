import type { Receipt } from '@manabiba/shared/contract/receipts';
import { formatYen } from '@manabiba/shared/format/yen';

import { digestWords, paymentWords, receiptDay, receiptTime, receiptTitle } from './receipt-words';

import styles from './paper.module.css';

/** The document as printed: light in every theme, with the same content as the PDF. */
export function Paper({ receipt }: { receipt: Receipt }) {
  const isRefund = receipt.kind === 'credit_note';
  return (
    <article className={styles.paper} data-theme="light" aria-labelledby="receipt-name">
      <Head receipt={receipt} />
      <p className={styles.addressee}>
        {receipt.addressee} <small>様</small>
      </p>
      <p className={styles.sum}>
        <span>{isRefund ? '返金額' : '金額'}</span>
        <b>{formatYen(receipt.total)}</b>
        <small>(税込)</small>
      </p>
      <p className={styles.purpose}>
        但し、{receipt.subject}。
        <br />
        上記の金額を{isRefund ? '返金' : '領収'}いたしました。
      </p>
      <Lines lines={receipt.lines} />
      <div className={styles.two}>
        <Taxes receipt={receipt} />
        <PaymentFacts receipt={receipt} />
      </div>
      <Foot receipt={receipt} />
    </article>
  );
}

function Head({ receipt }: { receipt: Receipt }) {
  const { name, legal } = receiptTitle(receipt);
  const facts = [
    ['番号', receipt.number ?? '発行するときに付きます'],
    ...(receipt.issuedAt === null ? [] : [['発行日', receiptDay(receipt.issuedAt)]]),
    ['取引日', receiptDay(receipt.transactedAt)],
    ...(receipt.originalNumber === null ? [] : [['もとの領収書', receipt.originalNumber]]),
  ];
  return (
    <header className={styles.head}>
      <div>
        <h2 id="receipt-name">
          {name} {legal !== null && <small>({legal})</small>}
        </h2>
        {receipt.kind === 'credit_note' && <span className={styles.mark}>返還</span>}
        {(receipt.version ?? 1) > 1 && <span className={styles.mark}>再発行</span>}
      </div>
      <dl className={styles.numbers}>
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

const Lines = ({ lines }: Pick<Receipt, 'lines'>) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">品目</th>
        <th scope="col">数量</th>
        <th scope="col" className={styles.unitPrice}>
          単価(税抜)
        </th>
        <th scope="col">税率</th>
        <th scope="col">金額(税抜)</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ name, detail, quantity, unitPrice, taxRate, amount }) => (
        <tr key={name}>
          <td>
            {name}
            <small>{detail}</small>
          </td>
          <td>{quantity}</td>
          <td className={styles.unitPrice}>{formatYen(unitPrice)}</td>
          <td>{taxRate}%</td>
          <td>{formatYen(amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Taxes = ({ receipt: { taxes, total } }: { receipt: Receipt }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">税率</th>
        <th scope="col">対象額(税抜)</th>
        <th scope="col">消費税額</th>
      </tr>
    </thead>
    <tbody>
      {taxes.map(({ taxRate, net, tax }) => (
        <tr key={taxRate}>
          <td>
            {taxRate}%対象{taxRate === 8 && <span>(軽減税率)</span>}
          </td>
          <td>{formatYen(net)}</td>
          <td>{formatYen(tax)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">合計(税込)</th>
        <td colSpan={2}>{formatYen(total)}</td>
      </tr>
    </tfoot>
  </table>
);

const PaymentFacts = ({ receipt }: { receipt: Receipt }) => (
  <dl className={styles.payment}>
    <div>
      <dt>お支払い方法</dt>
      <dd>{paymentWords(receipt.payment)}</dd>
    </div>
    <div>
      <dt>{receipt.kind === 'receipt' ? '決済日' : '返金日'}</dt>
      <dd>{receiptTime(receipt.transactedAt)}</dd>
    </div>
    <div>
      <dt>収入印紙</dt>
      <dd>電子発行のため不要</dd>
    </div>
  </dl>
);

const Foot = ({ receipt: { kind, issuer, digest, version } }: { receipt: Receipt }) => (
  <footer className={styles.foot}>
    <div className={styles.issuer}>
      <p>発行者</p>
      <p>
        <strong>{issuer.name}</strong>
      </p>
      <p>
        {issuer.registrationNo === null
          ? '発行者は適格請求書発行事業者の登録をしていません。'
          : `登録番号 ${issuer.registrationNo}`}
      </p>
      {issuer.url !== null && <p>{issuer.url.replace(/^https?:\/\//, '').replace(/\/$/, '')}</p>}
    </div>
    {digest !== null && (
      <div className={styles.snapshot}>
        <p>
          記録 {digestWords(digest)}、第{version}版
        </p>
        <p>
          発行したときの内容です。発行者の情報があとで変わっても、この{kind === 'receipt' ? '領収書' : '明細'}
          は変わりません。まなびばは、発行者に代わって交付しています。
        </p>
      </div>
    )}
  </footer>
);
