import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { createEmulator } from '../../../emulator/index.ts'
import { tableNames } from '../../../emulator/engine/world/arrange.ts'
import { runForPictures } from '../../../tools/pictures/run.ts'
import { formatFixture } from './fixture-file.ts'

it('writes a fixture from which a world with these records starts', async () => {
  const emulator = createEmulator({ trace: true })
  await runForPictures(emulator)
  emulator.world.users.update('ben', { name: 'Benjamin' })
  const text = formatFixture('edited', emulator.export(), tableNames)
  expect(text).toMatch(/^fixture: 1\nname: edited\n/)
  const started = createEmulator({ fixtures: [parse(text)] })
  for (const name of tableNames)
    expect(started.world.table(name)!.page(1_000), name).toEqual(emulator.world.table(name)!.page(1_000))
})
