import { expect, it } from 'vitest'
import { rerunLine } from './rerun-line.ts'

it('breaks the emulator, or the client that the scenarios run', () => {
  const rerun = rerunLine({ client: 'node svc.js', worker: undefined }, '--all')
  expect(rerun({ id: 'user.has-name/2' })).toBe('SVC_EMULATOR_BROKEN=user.has-name/2 svc-emulator replay --all')
  expect(rerun({ id: 'client.file.path' })).toBe(
    `svc-emulator replay --all --client 'env SVC_EMULATOR_BROKEN=client.file.path node svc.js'`,
  )
})
