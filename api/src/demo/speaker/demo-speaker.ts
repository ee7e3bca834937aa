import { classroomId } from '../plan/classrooms';
import { deterministicId } from '../plan/deterministic';

/** Who speaks in which live class of the demo, as long as the demo runs: the class that leads the lists. */
export const demoSpeaker = { classroomId: classroomId('trig', 'live'), userId: deterministicId('usr', 'abe') };
