/** What is refused for how much it holds is refused before it is parsed. */
import { expect, it, vi } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { handle } from '../../emulator/host/dispatch.ts'

it('does not parse a body that nests too deeply', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const deep = new TextEncoder().encode(`${'['.repeat(400_000)}${']'.repeat(400_000)}`)
    const { status, body } = await handle(createEmulator(), { method: 'POST', url: '/v1/orgs', headers: ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json'], body: deep })
    expect({ status, body }).toMatchObject({ status: 400, body: expect.stringContaining('The body nests deeper than 512 levels.') as string })
    expect(parse).not.toHaveBeenCalled()
  } finally {
    parse.mockRestore()
  }
})
