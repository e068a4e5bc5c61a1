import { expect, it } from 'vitest'
import { tlsFiles } from './tls-files.ts'

it('names the flag whose file cannot be read', async () => {
  const here = import.meta.filename
  await expect(tlsFiles({ cert: '/nowhere.pem', key: here })).rejects.toThrow(
    /^--tls-cert: there is no file \/nowhere\.pem$/,
  )
  await expect(tlsFiles({ cert: here, key: '/nowhere.pem' })).rejects.toThrow(/^--tls-key: there is no file/)
})
