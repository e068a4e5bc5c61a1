import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { RecordForm } from './record-form.tsx'
import type { Fields } from './records.ts'
import type { StateAt } from './state-at.tsx'
import type { Table } from './tables.ts'
import type { RecordProps } from './use-record-edit.ts'

interface Props extends RecordProps {
  readonly table: Table | undefined
  readonly stateAt: StateAt
  readonly version: string
}

/** One record: its fields, the records it refers to, and those that refer to it. */
export function RecordPanel({ table, stateAt, version, ...props }: Props) {
  const { source } = useSession()
  const { name, id, onClose } = props
  const read = async (): Promise<Fields> => {
    if (id === undefined) return {}
    const { record } = await source.call('GET /state/:table/:id', { params: { table: name, id }, query: stateAt })
    return record
  }
  const { value, error } = useLoaded(read, [id, version])
  return (
    <article class="pane detail" aria-label={id === undefined ? `New record in ${name}` : `Record ${id}`}>
      <div class="tools head-line">
        <button class="quiet" onClick={onClose}>
          Close
        </button>
        <span class="push" />
        <span class="dim">{name}</span>
      </div>
      {error !== undefined ? (
        <p class="empty">{error.message}</p>
      ) : value === undefined || table === undefined ? null : (
        <RecordForm {...props} table={table} record={value} />
      )}
    </article>
  )
}
