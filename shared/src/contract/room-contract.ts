import * as board from './classroom-board';
import * as groups from './classroom-groups';
import * as materials from './classroom-materials';
import * as missed from './classroom-missed';
import * as polls from './classroom-polls';
import * as questions from './classroom-questions';

/** The calls of what people do together in a live room, besides speaking. */
export const roomContract = {
  listClassroomQuestions: questions.listClassroomQuestions,
  askQuestion: questions.askQuestion,
  voteForQuestion: questions.voteForQuestion,
  unvoteQuestion: questions.unvoteQuestion,
  answerQuestion: questions.answerQuestion,
  dismissQuestion: questions.dismissQuestion,
  withdrawQuestion: questions.withdrawQuestion,
  reportQuestion: questions.reportQuestion,
  pinToStage: questions.pinToStage,
  unpinFromStage: questions.unpinFromStage,
  listMissed: missed.listMissed,
  getClassroomBoard: board.getClassroomBoard,
  updateClassroomBoard: board.updateClassroomBoard,
  drawOnBoard: board.drawOnBoard,
  clearClassroomBoard: board.clearClassroomBoard,
  restoreClassroomBoard: board.restoreClassroomBoard,
  saveBoardPicture: board.saveBoardPicture,
  reportClassroomBoard: board.reportClassroomBoard,
  listClassroomMaterials: materials.listClassroomMaterials,
  createClassroomMaterial: materials.createClassroomMaterial,
  updateClassroomMaterial: materials.updateClassroomMaterial,
  deleteClassroomMaterial: materials.deleteClassroomMaterial,
  presentMaterial: materials.presentMaterial,
  stopPresentation: materials.stopPresentation,
  listArchiveMaterials: materials.listArchiveMaterials,
  listClassroomPolls: polls.listClassroomPolls,
  createClassroomPoll: polls.createClassroomPoll,
  updateClassroomPoll: polls.updateClassroomPoll,
  deleteClassroomPoll: polls.deleteClassroomPoll,
  openClassroomPoll: polls.openClassroomPoll,
  closeClassroomPoll: polls.closeClassroomPoll,
  updateClassroomPollResults: polls.updateClassroomPollResults,
  answerClassroomPoll: polls.answerClassroomPoll,
  listClassroomPollAnswers: polls.listClassroomPollAnswers,
  splitClassroom: groups.splitClassroom,
  moveToGroup: groups.moveToGroup,
  recallGroups: groups.recallGroups,
  messageGroups: groups.messageGroups,
} as const;
