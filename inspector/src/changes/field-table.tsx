import { Value } from '../parts/value.tsx'
import type { FieldChange } from './record-changes.ts'

/** Fields before and after a change. */
export function FieldTable({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <table class="fields">
      <thead>
        <tr>
          <th>field</th>
          <th>before</th>
          <th>after</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td class="removed">
              <Value value={before} />
            </td>
            <td class="added">
              <Value value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
