import { WithIds } from '../parts/with-ids.tsx'
import type { Fields } from './records.ts'
import { referredTable, referringFields, type Table } from './tables.ts'

interface Props {
  readonly tables: readonly Table[]
  readonly table: Table
  readonly record: Fields
  readonly link: (table: string, id?: string, change?: Record<string, string>) => string
}

/** Links from a record to those it refers to, and to tables that may refer to it. */
export function References({ tables, table, record, link }: Props) {
  const to = table.references.flatMap(({ field }) => {
    const target = referredTable(table, field, record)
    return target === undefined ? [] : [{ field, target, id: String(record[field]) }]
  })
  const from = referringFields(tables, table.name)
  const isOften = (name: string) => from.filter((each) => each.table === name).length > 1
  if (to.length + from.length === 0) return null
  // Many tables refer to users and organizations: show them on request.
  const referring = from.map(({ table: name, field }) => (
    <a key={`${name}.${field}`} href={link(name, undefined, { q: `${field}:${String(record['id'])}` })}>
      {name}
      {isOften(name) ? ` (${field})` : ''}
    </a>
  ))
  return (
    <>
      {to.length === 0 ? null : (
        <dl class="facts links">
          <div>
            <dt>Refers to</dt>
            <dd>
              {to.map(({ field, target, id }) => (
                <a key={field} href={link(target, id)} title={id}>
                  {field.replace(/_id$/, '')}: {target} <WithIds text={id} />
                </a>
              ))}
            </dd>
          </div>
        </dl>
      )}
      {from.length === 0 ? null : (
        <details>
          <summary>Referred to by</summary>
          <div class="links">{referring}</div>
        </details>
      )}
    </>
  )
}
