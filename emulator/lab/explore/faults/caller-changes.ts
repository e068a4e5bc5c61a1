import { changeBefore } from '../change-before.ts'
import { exploreFault } from '../fault.ts'

export const callerChanges = exploreFault({
  name: 'caller-changes',
  group: 'change',
  clauses: [],
  severity: 50,
  lesson: 'A key can be revoked, and its user retired or its role lowered, between any two calls.',
  failsCall: true,
  at(point, baseline) {
    const { start } = baseline
    const user = point.entry.caller === null ? undefined : start.users.find(point.entry.caller)
    if (user === undefined) return []
    const key = Array.from(start.api_keys.rows(), ({ record }) => record).find(
      (each) => each.user_id === user.id && each.role === 'admin' && each.target === 'user',
    )
    return [
      ...(key === undefined
        ? []
        : [
            changeBefore(point, baseline, 'revoked', 'the key of the caller is revoked before this call', {
              delete: { api_keys: key.id },
            }),
            changeBefore(point, baseline, 'lowered', 'the role of the key is lowered to `read` before this call', {
              update: { api_keys: { [key.id]: { role: 'read' } } },
            }),
          ]),
      changeBefore(point, baseline, 'retired', 'the user is retired before this call', {
        update: { users: { [user.id]: { status: 'retired' } } },
      }),
    ]
  },
})
