import { CopyButton } from '../parts/copy-button.tsx'
import type { Fields } from './records.ts'
import type { RecordEdit } from './use-record-edit.ts'

/** Buttons of a record. `added`: the record is new and not yet stored. */
export function RecordButtons({
  record,
  edit: { isChanged, undo, remove },
  added,
  writable,
}: {
  record: Fields
  edit: RecordEdit
  added: boolean
  writable: boolean
}) {
  return (
    <div class="tools sticky">
      {writable ? (
        <button class="main" type="submit" disabled={!added && !isChanged}>
          {added ? 'Add' : 'Save'}
        </button>
      ) : null}
      {isChanged ? (
        <button type="button" onClick={undo}>
          Undo
        </button>
      ) : null}
      <span class="push" />
      {added ? null : <CopyButton text={() => JSON.stringify(record, null, 2)}>Copy as JSON</CopyButton>}
      {writable && !added ? (
        <button type="button" class="danger" onClick={remove}>
          Delete
        </button>
      ) : null}
    </div>
  )
}
