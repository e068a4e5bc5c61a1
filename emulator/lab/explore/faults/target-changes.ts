import type { TableName } from '../../../engine/matching/schema-common.ts'
import { changeBefore } from '../change-before.ts'
import { exploreFault } from '../fault.ts'
import { namedBy } from '../named-records.ts'

export const targetChanges = exploreFault({
  name: 'target-changes',
  group: 'change',
  clauses: [],
  severity: 55,
  lesson:
    'What a call names can be deleted or renamed before it, and another take its alias: what was found once is named by its id from then on.',
  at: (point, baseline) =>
    namedBy(point, baseline.start)
      .filter(({ table }) => table !== 'users')
      .flatMap(({ table, id, alias, sent, record }) => [
        changeBefore(
          point,
          baseline,
          `${table}-deleted`,
          `the ${table.replace(/s$/, '')} that it names is deleted before this call`,
          { delete: { [table]: id } },
        ),
        ...(alias === undefined
          ? []
          : [
              changeBefore(
                point,
                baseline,
                `${table}-renamed`,
                `the ${table.replace(/s$/, '')} that it names is renamed before this call`,
                { update: { [table]: { [id]: { alias: `${alias}-renamed` } } } },
              ),
            ]),
        ...(alias === undefined || sent !== alias || !(table in successors)
          ? []
          : [
              {
                ...changeBefore(
                  point,
                  baseline,
                  `${table}-succeeded`,
                  `the ${table.replace(/s$/, '')} that it names is renamed before this call, and another takes its alias`,
                  { update: { [table]: { [id]: { alias: `${alias}-renamed` } } } },
                  { insert: { [table]: { alias, ...successors[table]!(record) } } },
                ),
                mixes: [id, sent],
              },
            ]),
      ]),
})

type Fields = Readonly<Record<string, unknown>>

/** What a record has to say that takes the alias of another: it stands where the other does. */
const successors: Partial<Record<TableName, (record: Fields) => object>> = {
  orgs: () => ({ name: 'Successor' }),
  blobs: ({ org_id: org, type }) => ({ org, name: 'Successor', type }),
  definitions: ({ org_id: org, category, body }) => ({ org, category, body }),
  sessions: ({ org_id: org }) => ({ org }),
}
