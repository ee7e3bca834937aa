import { Link, paths, Phrases } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

import { SignUpLink } from '../chrome/sign-in-link';
import { RemotePart } from '../remotes/remote-part';
import { useRegistry, useRemotes } from '../remotes/remotes-context';

import styles from './pages.module.css';

/** Explains the product to visitors and where to start. The first screen stays with the live classrooms. */
export function VisitorWelcome() {
  return (
    <div className={styles.welcome}>
      <p>
        <Phrases text="ライブの教室に、いま、無料で入れる。" />
      </p>
      <div className={styles.welcomeLinks}>
        <SignUpLink className={buttonClass({ variant: 'primary' })} />
        <ListenLink />
      </div>
    </div>
  );
}

/** The link to a live classroom, which a remote knows. */
function ListenLink() {
  const remotes = useRemotes();
  useRegistry();
  const [part] = remotes.fillers('top-listen');
  if (!part) return <AllClassrooms />;
  return (
    <RemotePart name={part} label="いま聞く" skeleton={<AllClassrooms />} Slow={AllClassrooms} Failed={AllClassrooms} />
  );
}

/** In its place until it is there, and when it fails. */
function AllClassrooms() {
  return (
    <Link className={buttonClass()} to={paths.classrooms.href()}>
      教室を見る
    </Link>
  );
}
