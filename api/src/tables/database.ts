import type { AccountsTables } from './accounts';
import type { ApiKeysTables } from './api-keys';
import type { ArchivesTables } from './archives';
import type { CategoriesTables } from './categories';
import type { ClassroomBoardsTables } from './classroom-boards';
import type { ClassroomCommentsTables } from './classroom-comments';
import type { ClassroomGroupsTables } from './classroom-groups';
import type { ClassroomMaterialsTables } from './classroom-materials';
import type { ClassroomPollsTables } from './classroom-polls';
import type { ClassroomQuestionsTables } from './classroom-questions';
import type { ClassroomsTables } from './classrooms';
import type { DomainEventsTables } from './domain-events';
import type { EventsTables } from './events';
import type { FollowsTables } from './follows';
import type { HostMessagesTables } from './host-messages';
import type { LiveDocumentsTables } from './live-documents';
import type { NotificationsTables } from './notifications';
import type { OperationsTables } from './operations';
import type { PasskeysTables } from './passkeys';
import type { PaymentsTables } from './payments';
import type { PayoutsTables } from './payouts';
import type { RatingsTables } from './ratings';
import type { ReceiptsTables } from './receipts';
import type { RecordingsTables } from './recordings';
import type { SecondFactorTables } from './second-factors';
import type { SeriesTables } from './series';
import type { SessionsTables } from './sessions';
import type { StaffTables } from './staff';
import type { SubscriptionsTables } from './subscriptions';
import type { TeamTables } from './teams';
import type { TermsTables } from './terms';
import type { UsersTables } from './users';
import type { WebhooksTables } from './webhooks';

/** All tables as the migrations create them. Each module declares its columns once, in its own file. */
export interface Database
  extends
    UsersTables,
    SessionsTables,
    PasskeysTables,
    SecondFactorTables,
    ApiKeysTables,
    AccountsTables,
    FollowsTables,
    CategoriesTables,
    ClassroomsTables,
    ClassroomCommentsTables,
    ClassroomQuestionsTables,
    ClassroomPollsTables,
    ClassroomBoardsTables,
    ClassroomMaterialsTables,
    ClassroomGroupsTables,
    LiveDocumentsTables,
    ArchivesTables,
    EventsTables,
    HostMessagesTables,
    TeamTables,
    PaymentsTables,
    PayoutsTables,
    RatingsTables,
    ReceiptsTables,
    RecordingsTables,
    SeriesTables,
    StaffTables,
    SubscriptionsTables,
    NotificationsTables,
    TermsTables,
    WebhooksTables,
    DomainEventsTables,
    OperationsTables {}
