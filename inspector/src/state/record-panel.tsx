import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { RecordForm } from './record-form.tsx'
import type { WorldRecord } from './records.ts'
import type { Table } from './tables.ts'
import type { RecordProps } from './use-record-edit.ts'

interface Props extends RecordProps {
  readonly table: Table | undefined
  readonly stateAt: Readonly<Record<string, string>>
  readonly version: string
}

/** One record: its fields, the records it refers to, and those that refer to it. */
export function RecordPanel({ table, stateAt, version, ...props }: Props) {
  const { source } = useSession()
  const { name, id, onClose } = props
  const query = new URLSearchParams(stateAt).toString()
  const read = async () =>
    id === undefined
      ? {}
      : (
          await source.call<{ record: WorldRecord }>(
            'GET',
            `/state/${name}/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`,
          )
        ).record
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
