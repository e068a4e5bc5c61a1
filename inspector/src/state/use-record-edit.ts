import { plural } from '../../../emulator/engine/checking/plural.ts'
import { useMemo, useState } from 'preact/hooks'
import { fieldSchemas, type Schema } from '../form/field.ts'
import { useSession } from '../session.ts'
import { errorsByField } from './field-errors.ts'
import { describeDeletion } from './deletion.ts'
import { changedFields, fieldTexts, recordTitle } from './record-edit.ts'
import type { Fields } from './records.ts'
import type { Table } from './tables.ts'
import { forgetUnsaved, useUnsaved } from '../unsaved.ts'
import { findUndo, lastEntry } from './undoable.ts'

export interface RecordProps {
  readonly tables: readonly Table[]
  readonly name: string
  /** Id or alias; undefined for a new record. */
  readonly id: string | undefined
  readonly writable: boolean
  readonly onClose: () => void
  readonly onSaved: (id: string) => void
  readonly link: (table: string, id?: string, change?: Record<string, string>) => string
}

/** A record while it is changed. */
export interface RecordEdit {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly texts: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly isChanged: boolean
  type(field: string, text: string): void
  undo(): void
  save(): Promise<void>
  /** Asks before. */
  remove(): Promise<void>
}

export function useRecordEdit({
  table,
  name,
  id,
  record,
  onClose,
  onSaved,
}: RecordProps & { table: Table; record: Fields }): RecordEdit {
  const session = useSession()
  const schemas = fieldSchemas(table.schema)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const stored = useMemo(() => fieldTexts(schemas, record), [record, schemas])
  const params = { table: name, id: String(record['id']) }
  const undo = () => {
    setTyped({})
    setErrors({})
  }
  const save = async () => {
    const last = lastEntry(session)
    try {
      const fields = changedFields(schemas, typed, stored)
      const { record: saved } = await (id === undefined
        ? session.source.call('POST /state/:table', { params: { table: name }, body: fields })
        : session.source.call('PUT /state/:table/:id', { params, body: fields }))
      undo()
      forgetUnsaved()
      await session.act(async () => session.say('Saved.', await findUndo(session, last)))
      onSaved(saved.id)
    } catch (error) {
      setErrors(errorsByField(error, Object.keys(schemas)))
    }
  }
  const remove = async () => {
    const title = recordTitle(record)
    const preview = await session.source
      .call('DELETE /state/:table/:id', { params, query: { dry_run: 'true' } })
      .catch((error: unknown) => session.failed(error))
    if (!preview || !(await session.ask(`Delete ${title}?`, describeDeletion(name, preview), 'Delete'))) return
    const last = lastEntry(session)
    forgetUnsaved()
    // Closed before, because an open record is read again when the world changes.
    onClose()
    await session.act(async () => {
      const { deleted } = await session.source.call('DELETE /state/:table/:id', { params })
      const others = deleted === 1 ? '' : ` and ${plural(deleted - 1, 'other record')}`
      session.say(`Deleted ${title}${others}.`, await findUndo(session, last))
    })
  }
  const isChanged = Object.entries(typed).some(([field, text]) => text !== stored[field])
  useUnsaved(isChanged)
  return {
    schemas,
    texts: { ...stored, ...typed },
    errors,
    isChanged,
    undo,
    save,
    remove,
    type: (field, text) => setTyped({ ...typed, [field]: text }),
  }
}
