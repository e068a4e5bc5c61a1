import { expect, it } from 'vitest'
import { describeChange } from './describe-change.ts'

it.each([
  [{ delete: { sessions: ['run-16', 'run-17'] } }, 'delete sessions run-16, run-17'],
  [{ fail_operation: true }, 'fail_operation true'],
  [{ update: { api_keys: { k: { key: 'svc-1', name: 'N' } } } }, 'update api_keys k key [redacted], name N'],
  [{ insert: { credentials: { value: ['s-1', 's-2'] } } }, 'insert credentials value [redacted], [redacted]'],
  [{ insert: { credentials: { value: { a: 's-1', b: [2] } } } }, 'insert credentials value a [redacted], b [redacted]'],
  [
    { update: { users: { ben: { name: 'a "b"\n[c], token=s-1' } } } },
    'update users ben name a \\"b\\"\\n[c], token=[redacted]',
  ],
])('describes %j without secrets', (change, line) => {
  expect(describeChange(change)).toBe(line)
})
