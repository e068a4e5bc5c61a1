import { useMemo, useState } from 'preact/hooks'
import type { Schema } from '../form/field.ts'
import { useSession } from '../session.ts'
import { errorsByField } from './field-errors.ts'
import { changedFields, fieldTexts, recordTitle } from './record-edit.ts'
import type { Fields, WorldRecord } from './records.ts'
import type { Table } from './tables.ts'

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
  const schemas = (table.schema.properties ?? {}) as Readonly<Record<string, Schema>>
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const stored = useMemo(() => fieldTexts(schemas, record), [record, schemas])
  const path = `/state/${name}/${String(record['id'])}`
  const undo = () => {
    setTyped({})
    setErrors({})
  }
  const save = async () => {
    try {
      const fields = changedFields(schemas, typed, stored)
      const { record: saved } = await (id === undefined
        ? session.source.call<Saved>('POST', `/state/${name}`, fields)
        : session.source.call<Saved>('PUT', path, fields))
      undo()
      await session.act(() => Promise.resolve(), 'Saved.')
      onSaved(saved.id)
    } catch (error) {
      setErrors(errorsByField(error, Object.keys(schemas)))
    }
  }
  const remove = async () => {
    if (
      !(await session.ask(
        `Delete ${recordTitle(record)}?`,
        'Every record that refers to it is deleted, too.',
        'Delete',
      ))
    )
      return
    const went = await session.act(async () => {
      const { deleted } = await session.source.call<{ deleted: number }>('DELETE', path)
      session.say(deleted === 1 ? 'Deleted.' : `Deleted, with ${deleted - 1} records that referred to it.`)
    })
    if (went) onClose()
  }
  const isChanged = Object.entries(typed).some(([field, text]) => text !== stored[field])
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

interface Saved {
  readonly record: WorldRecord
}
