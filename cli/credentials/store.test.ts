import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { credentialFile, ioFor, newHome, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { readStore } from './store.ts'

const store = 'default: work\nprofiles:\n  work:\n    api_key: key-work\n    api_url: http://work/v1\n'

it('warns of a directory in which others could replace the file, and of no other', async () => {
  const home = newHome()
  writeCredentials(home, store)
  const warned = async () => {
    const io = ioFor(home)
    expect((await readStore(io))?.profiles.size).toBe(1)
    return io.stderr.text
  }
  expect(await warned()).toBe('')
  chmodSync(dirname(credentialFile(home)), 0o777)
  expect(await warned()).toContain('has mode 0777: others could replace the files in it')
})
