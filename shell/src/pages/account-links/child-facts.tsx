import styles from './account-links.module.css';

/** The child about whom a guardian decides. */
export function ChildFacts({ nickname, birthDate }: { nickname: string; birthDate: string }) {
  const [year, month, day] = birthDate.split('-').map(Number);
  return (
    <dl className={styles.who}>
      <dt>ニックネーム</dt>
      <dd>{nickname}</dd>
      <dt>生年月日</dt>
      <dd>
        {year}年{month}月{day}日
      </dd>
    </dl>
  );
}
