import { useEffect } from 'preact/hooks'
import { WithIds } from '../parts/with-ids.tsx'
import { useSession } from '../session.ts'
import { recordName, type RecordChange } from './record-changes.ts'

/** Table and name of a record, with a link to it. */
export function RecordTitle({ change, href }: { change: RecordChange; href: string | undefined }) {
  const { names } = useSession()
  useEffect(() => names.learn([{ ...change.record, id: change.id }]), [change])
  const title = (
    <>
      {change.table} <WithIds text={recordName(change)} />
    </>
  )
  return href === undefined ? <strong title={change.id}>{title}</strong> : <a href={href}>{title}</a>
}
