import type { Faults } from '../work/work';
import type { PageActions } from './page-actions';
import type { Pages } from './pages';

/** The parts of an engine that its pages need. */
export interface PagesEngine {
  readonly pages: Pages;
  readonly actions: PageActions;
  setFaults(faults: Partial<Faults>): void;
}
