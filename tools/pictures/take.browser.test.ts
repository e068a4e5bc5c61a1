import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pictures } from './pictures.ts'
import { takePictures } from './take.ts'

it('takes every picture of the docs of what the inspector is now', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pictures-'))
  try {
    await takePictures(folder)
    expect((await readdir(folder)).toSorted()).toEqual(pictures.map(({ name }) => `${name}.webp`).toSorted())
  } finally {
    await rm(folder, { recursive: true })
  }
})
