import { createBlob } from './blobs/create-blob.ts'
import { deleteBlob } from './blobs/delete-blob.ts'
import { getBlob } from './blobs/get-blob.ts'
import { listOrgBlobs } from './blobs/list-org-blobs.ts'
import { updateBlob } from './blobs/update-blob.ts'
import type { Unit } from './kernel/definition.ts'
import { listBlobMetadata } from './metadata/list-blob-metadata.ts'
import { listRevisionMetadata } from './metadata/list-revision-metadata.ts'
import { setBlobMetadata } from './metadata/set-blob-metadata.ts'
import { setRevisionMetadata } from './metadata/set-revision-metadata.ts'
import { downloadModel } from './models/download-model.ts'
import { uploadModel } from './models/upload-model.ts'
import { getOperation } from './operations/get-operation.ts'
import { commitRevision } from './revisions/commit-revision.ts'
import { createRevision } from './revisions/create-revision.ts'
import { deleteRevision } from './revisions/delete-revision.ts'
import { getRevision } from './revisions/get-revision.ts'
import { listRevisions } from './revisions/list-revisions.ts'
import { resetRevision } from './revisions/reset-revision.ts'
import { getUser } from './users/get-user.ts'

/** Every endpoint and command of the API. */
export const catalog: readonly Unit[] = [
  createBlob,
  deleteBlob,
  getBlob,
  listOrgBlobs,
  updateBlob,
  listBlobMetadata,
  listRevisionMetadata,
  setBlobMetadata,
  setRevisionMetadata,
  downloadModel,
  uploadModel,
  getOperation,
  commitRevision,
  createRevision,
  deleteRevision,
  getRevision,
  listRevisions,
  resetRevision,
  getUser,
]
