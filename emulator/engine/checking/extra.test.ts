import { expect, it } from 'vitest'
import { Extra } from './extra.ts'

it('says which import to add until the part is handed in', () => {
  const part = new Extra<number>('`broken`')
  expect(() => part.need()).toThrow(
    "`broken` needs a part of the emulator that browsers load only when asked to. Add: import 'svc-emulator/extras'",
  )
  part.offer(0)
  expect(part.need()).toBe(0)
})
