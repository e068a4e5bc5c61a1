import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { credentialFile, ioFor, newHome, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { changeStore, readStore } from './store.ts'

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

it('warns of it once where the file is written for the first time', async () => {
  const home = newHome()
  mkdirSync(dirname(credentialFile(home)))
  chmodSync(dirname(credentialFile(home)), 0o777)
  const io = ioFor(home)
  await changeStore(io, (open) => open.put('work', { apiKey: 'key-work', apiUrl: 'http://work/v1' }))
  expect(io.stderr.text.match(/has mode 0777/g)).toHaveLength(1)
})
