import { useMemo, useState } from 'preact/hooks'
import { fieldKind, fieldText, formValues, type Schema } from '../form/field.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { useSession } from '../session.ts'
import { errorsOf } from './field-errors.ts'
import type { RecordProps } from './record-panel.tsx'
import type { Fields, WorldRecord } from './records.ts'
import { References } from './references.tsx'
import type { Table } from './tables.ts'

/** The fields of a record, to look at and to change. */
export function RecordForm({ tables, table, name, id, record, writable, onClose, onSaved, link }: RecordProps & { table: Table; record: Fields }) {
  const session = useSession()
  const schemas = (table.schema.properties ?? {}) as Readonly<Record<string, Schema>>
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const stored = useMemo(() => Object.fromEntries(Object.entries(schemas).map(([field, schema]) => [field, fieldText(fieldKind(schema), record[field])])), [record, schemas])
  const save = async () => {
    try {
      const fields = changedFields(schemas, typed, stored)
      const [method, path] = id === undefined ? ['POST', `/state/${name}`] as const : ['PUT', `/state/${name}/${String(record['id'])}`] as const
      const { record: saved } = await session.source.call<{ record: WorldRecord }>(method, path, fields)
      setTyped({})
      setErrors({})
      await session.act(() => Promise.resolve(), 'Saved.')
      onSaved(saved.id)
    } catch (error) {
      setErrors(errorsOf(error, Object.keys(schemas)))
    }
  }
  const remove = async () => {
    if (!await session.ask(`Delete ${titleOf(record)}?`, 'Everything that refers to it goes with it.', 'Delete')) return
    const went = await session.act(async () => {
      const { deleted } = await session.source.call<{ deleted: number }>('DELETE', `/state/${name}/${String(record['id'])}`)
      session.say(deleted === 1 ? 'Deleted.' : `Deleted, with ${deleted - 1} that referred to it.`)
    })
    if (went) onClose()
  }
  const undo = () => {
    setTyped({})
    setErrors({})
  }
  const isChanged = Object.entries(typed).some(([field, text]) => text !== stored[field])
  return (
    <>
      <h2>{id === undefined ? `New ${table.noun.replaceAll('_', ' ')}` : titleOf(record)}</h2>
      {id === undefined ? <p class="dim">What is left out is derived. References take an alias or an id.</p> : <References tables={tables} table={table} record={record} link={link} />}
      {errors[''] === undefined ? null : <p class="hint bad" role="alert">{errors['']}</p>}
      <form onSubmit={(event) => { event.preventDefault(); void save() }}>
        <SchemaForm schemas={schemas} texts={{ ...stored, ...typed }} errors={errors} disabled={!writable} hint={id === undefined ? 'derived' : 'none'} onText={(field, text) => setTyped({ ...typed, [field]: text })} />
        <div class="tools sticky">
          {writable ? <button class="main" type="submit" disabled={id !== undefined && !isChanged}>{id === undefined ? 'Add' : 'Save'}</button> : null}
          {isChanged ? <button type="button" onClick={undo}>Undo</button> : null}
          <span class="push" />
          {id === undefined ? null : <CopyButton text={() => JSON.stringify(record, null, 2)}>Copy as JSON</CopyButton>}
          {writable && id !== undefined ? <button type="button" class="danger" onClick={remove}>Delete</button> : null}
        </div>
      </form>
    </>
  )
}

/** What was typed, as values. A field that was emptied becomes null where it may, and an empty text where not. */
function changedFields(schemas: Readonly<Record<string, Schema>>, typed: Readonly<Record<string, string>>, stored: Readonly<Record<string, string>>): Record<string, unknown> {
  const changed = Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== stored[field]))
  const fields = formValues(schemas, changed)
  for (const [field, text] of Object.entries(changed)) if (text === '') fields[field] = fieldKind(schemas[field]!).nullable ? null : ''
  return fields
}

function titleOf(record: Fields): string {
  return String(record['alias'] ?? record['name'] ?? record['id'])
}
