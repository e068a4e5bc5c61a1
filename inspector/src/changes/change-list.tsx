import { FieldTable } from './field-table.tsx'
import { RecordTitle } from './record-title.tsx'
import { Value } from '../parts/value.tsx'
import { countByTable, type RecordChange, type RecordChanges } from './record-changes.ts'

/** Records of one kind that are shown before the others are folded. */
const SHOWN = 5

/** Address of a record before or after the change; undefined if it is in no world that can be shown. */
type ChangeLink = (change: RecordChange, when: 'before' | 'after') => string | undefined

interface Props {
  readonly changes: RecordChanges
  readonly link: ChangeLink
}

/** Records that differ between two states, field by field. */
export function ChangeList({ changes: { inserted, changed, deleted }, link }: Props) {
  if (inserted.length + changed.length + deleted.length === 0) return <p class="dim">No record.</p>
  return (
    <>
      <Folded all={inserted}>
        {(each) => <Whole key={each.id} word="inserted" kind="added" change={each} href={link(each, 'after')} />}
      </Folded>
      <Folded all={changed}>
        {(each) => (
          <div key={each.id} class="change">
            <p>
              <span class="kind">changed</span> <RecordTitle change={each} href={link(each, 'after')} />
            </p>
            <FieldTable fields={each.fields} />
          </div>
        )}
      </Folded>
      <Folded all={deleted}>
        {(each) => <Whole key={each.id} word="deleted" kind="removed" change={each} href={link(each, 'before')} />}
      </Folded>
    </>
  )
}

/** The first of many, with the others on request. */
function Folded<T extends RecordChange>({
  all,
  children,
}: {
  all: readonly T[]
  children: (change: T) => preact.JSX.Element
}) {
  const others = all.slice(SHOWN)
  return (
    <>
      {all.slice(0, SHOWN).map(children)}
      {others.length === 0 ? null : (
        <details class="change">
          <summary>
            {others.length} more: {countByTable(others)}
          </summary>
          {others.map(children)}
        </details>
      )}
    </>
  )
}

interface WholeProps {
  readonly word: string
  readonly kind: 'added' | 'removed'
  readonly change: RecordChange
  readonly href: string | undefined
}

function Whole({ word, kind, change, href }: WholeProps) {
  const fields = Object.entries(change.record)
  return (
    <div class="change whole">
      <p>
        <span class={`kind ${kind}`}>{word}</span> <RecordTitle change={change} href={href} />
      </p>
      <details>
        <summary>{fields.length} fields</summary>
        <dl class="headers">
          {fields.map(([field, value]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
