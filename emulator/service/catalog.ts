import { createApiKey } from './api-keys/create-api-key.ts'
import { deleteApiKey } from './api-keys/delete-api-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { createBlob } from './blobs/create-blob.ts'
import { deleteBlob } from './blobs/delete-blob.ts'
import { getBlob } from './blobs/get-blob.ts'
import { listOrgBlobs } from './blobs/list-org-blobs.ts'
import { updateBlob } from './blobs/update-blob.ts'
import { createCredential } from './credentials/create-credential.ts'
import { deleteCredential } from './credentials/delete-credential.ts'
import { listCredentials } from './credentials/list-credentials.ts'
import type { Unit } from '../engine/kernel/unit/definition.ts'
import { addMember } from './members/add-member.ts'
import { deleteMember } from './members/delete-member.ts'
import { listMembers } from './members/list-members.ts'
import { listBlobMetadata } from './metadata/list-blob-metadata.ts'
import { listRevisionMetadata } from './metadata/list-revision-metadata.ts'
import { setBlobMetadata } from './metadata/set-blob-metadata.ts'
import { setRevisionMetadata } from './metadata/set-revision-metadata.ts'
import { downloadModel } from './models/download-model.ts'
import { uploadModel } from './models/upload-model.ts'
import { getOperation } from './operations/get-operation.ts'
import { createOrg } from './orgs/create-org.ts'
import { deleteOrg } from './orgs/delete-org.ts'
import { getOrgLimits } from './orgs/get-org-limits.ts'
import { getOrg } from './orgs/get-org.ts'
import { updateOrg } from './orgs/update-org.ts'
import { commitRevision } from './revisions/commit-revision.ts'
import { createRevision } from './revisions/create-revision.ts'
import { deleteRevision } from './revisions/delete-revision.ts'
import { getRevision } from './revisions/get-revision.ts'
import { listRevisions } from './revisions/list-revisions.ts'
import { resetRevision } from './revisions/reset-revision.ts'
import { createSchedule } from './scheduler/create-schedule.ts'
import { deleteSchedule } from './scheduler/delete-schedule.ts'
import { getSchedule } from './scheduler/get-schedule.ts'
import { listExecutions as listFirings } from './scheduler/list-executions.ts'
import { listSchedules } from './scheduler/list-schedules.ts'
import { updateSchedule } from './scheduler/update-schedule.ts'
import { createServiceAccount } from './users/create-service-account.ts'
import { getUserLimits } from './users/get-user-limits.ts'
import { getUser } from './users/get-user.ts'
import { listTargetUsers } from './users/list-target-users.ts'
import { listUserOrgs } from './users/list-user-orgs.ts'
import { mintActingToken } from './users/mint-acting-token.ts'
import { retireUser } from './users/retire-user.ts'
import { updateUser } from './users/update-user.ts'
import { appendSessionThreadItem } from './workflow/append-session-thread-item.ts'
import { cancelExecution } from './workflow/cancel-execution.ts'
import { checkDefinition } from './workflow/check-definition.ts'
import { createDefinition } from './workflow/create-definition.ts'
import { createSession } from './workflow/create-session.ts'
import { deleteDefinition } from './workflow/delete-definition.ts'
import { deleteSession } from './workflow/delete-session.ts'
import { getDefinition } from './workflow/get-definition.ts'
import { getExecution } from './workflow/get-execution.ts'
import { getSessionFile } from './workflow/get-session-file.ts'
import { getSession } from './workflow/get-session.ts'
import { listDefinitions } from './workflow/list-definitions.ts'
import { listExecutionEvents } from './workflow/list-execution-events.ts'
import { listExecutions } from './workflow/list-executions.ts'
import { listSessionEvents } from './workflow/list-session-events.ts'
import { listSessionGraphElements } from './workflow/list-session-graph-elements.ts'
import { listSessionGraphNeighbors } from './workflow/list-session-graph-neighbors.ts'
import { listSessionObjects } from './workflow/list-session-objects.ts'
import { listSessionThreadItems } from './workflow/list-session-thread-items.ts'
import { listSessions } from './workflow/list-sessions.ts'
import { putSessionFile } from './workflow/put-session-file.ts'
import { putSessionGraphElement } from './workflow/put-session-graph-element.ts'
import { putSessionObject } from './workflow/put-session-object.ts'
import { querySessionGraph } from './workflow/query-session-graph.ts'
import { startExecution } from './workflow/start-execution.ts'
import { updateDefinition } from './workflow/update-definition.ts'
import { updateSession } from './workflow/update-session.ts'

/** Every endpoint and command of the API. */
export const catalog: readonly Unit[] = [
  createApiKey,
  deleteApiKey,
  listApiKeys,
  createBlob,
  deleteBlob,
  getBlob,
  listOrgBlobs,
  updateBlob,
  createCredential,
  deleteCredential,
  listCredentials,
  addMember,
  deleteMember,
  listMembers,
  listBlobMetadata,
  listRevisionMetadata,
  setBlobMetadata,
  setRevisionMetadata,
  downloadModel,
  uploadModel,
  getOperation,
  createOrg,
  deleteOrg,
  getOrg,
  getOrgLimits,
  updateOrg,
  commitRevision,
  createRevision,
  deleteRevision,
  getRevision,
  listRevisions,
  resetRevision,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listFirings,
  listSchedules,
  updateSchedule,
  createServiceAccount,
  getUser,
  getUserLimits,
  listTargetUsers,
  listUserOrgs,
  mintActingToken,
  retireUser,
  updateUser,
  appendSessionThreadItem,
  cancelExecution,
  checkDefinition,
  createDefinition,
  createSession,
  deleteDefinition,
  deleteSession,
  getDefinition,
  getExecution,
  getSession,
  getSessionFile,
  listDefinitions,
  listExecutionEvents,
  listExecutions,
  listSessionEvents,
  listSessionGraphElements,
  listSessionGraphNeighbors,
  listSessionObjects,
  listSessionThreadItems,
  listSessions,
  putSessionFile,
  putSessionGraphElement,
  putSessionObject,
  querySessionGraph,
  startExecution,
  updateDefinition,
  updateSession,
]
