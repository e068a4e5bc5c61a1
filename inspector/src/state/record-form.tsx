import type { Schema } from '../form/field.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { recordTitle } from './record-edit.ts'
import type { Fields } from './records.ts'
import { References } from './references.tsx'
import type { Table } from './tables.ts'
import { useRecordEdit, type RecordProps, type RecordEdit } from './use-record-edit.ts'
import { CopyButton } from '../parts/copy-button.tsx'

/** Form of a record's fields. */
export function RecordForm(props: RecordProps & { table: Table; record: Fields }) {
  const { tables, table, id, record, writable, link } = props
  const edit = useRecordEdit(props)
  const added = id === undefined
  return (
    <>
      <h2>{added ? `New ${table.noun.replaceAll('_', ' ')}` : recordTitle(record)}</h2>
      {added ? (
        <p class="dim">Fields that say “missing” are required. References take an alias or an id.</p>
      ) : (
        <References tables={tables} table={table} record={record} link={link} />
      )}
      {edit.errors[''] === undefined ? null : (
        <p class="hint bad" role="alert">
          {edit.errors['']}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void edit.save()
        }}
      >
        <SchemaForm
          schemas={edit.schemas}
          texts={edit.texts}
          errors={edit.errors}
          disabled={!writable}
          hint={added ? (field) => emptyHint(table, field) : () => 'none'}
          onText={edit.type}
        />
        <RecordButtons record={record} edit={edit} added={added} writable={writable} />
      </form>
    </>
  )
}

/** Effect of leaving a field of a new record empty. */
function emptyHint({ derived, schema }: Table, field: string): string {
  if (derived.includes(field)) return 'derived'
  return (schema as Schema).required?.includes(field) === true ? 'missing' : 'none'
}

/** Buttons of a record. `added`: the record is new and not yet stored. */
function RecordButtons({
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
      {added ? null : (
        <span class="tools">
          <CopyButton text={() => JSON.stringify(record, null, 2)}>Copy as JSON</CopyButton>
          {writable ? (
            <button type="button" class="danger" onClick={remove}>
              Delete
            </button>
          ) : null}
        </span>
      )}
    </div>
  )
}
