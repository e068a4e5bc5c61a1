import { describe, expect, it } from 'vitest'
import { alternatives } from '../../emulator/contract/variants.ts'
import { createEmulator } from '../../emulator/index.ts'
import { arrange, askAll } from './ask.ts'
import { tellers } from './tellers.ts'

/** Answers to the requests that tell an alternative, in a world where it is so, or as we assume. */
async function ask(teller: string, otherwise: readonly string[] = []): Promise<unknown[]> {
  const emulator = createEmulator({ settings: { otherwise: [...otherwise] } })
  return askAll(emulator, tellers[teller]!, arrange(emulator))
}

describe('an alternative', () => {
  it('has requests that tell it, each', () => {
    expect(Object.keys(tellers).toSorted()).toEqual(alternatives.map(({ id }) => id).toSorted())
    expect(Object.entries(tellers).filter(([, asks]) => asks.length > 3)).toEqual([])
  })

  it.each(alternatives.map(({ id, says }) => [id, says]))('%s is told from what we assume: %s', async (id) => {
    expect(await ask(id, [id])).not.toEqual(await ask(id))
  })

  it('A-64/1 admits the alias `me`, and none that no alternative is about', async () => {
    const statuses = async (otherwise: string[]) => {
      const emulator = createEmulator({ settings: { otherwise } })
      const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
      return Promise.all(
        ['me', 'a/b', ' a', '', 'a'.repeat(129), 7, null].map(async (alias) => {
          const body = JSON.stringify({ name: 'Mine', alias })
          return (await emulator.fetch('/v1/orgs', { method: 'POST', headers, body })).status
        }),
      )
    }
    const [me, ...others] = await statuses([])
    expect([me, ...(await statuses(['A-64/1']))]).toEqual([400, 200, ...others])
    expect(others.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
  })

  it.each([
    ['A-409/1', '/workflow/list_session_objects', { session_id: 'run-01', limit: '10' }, /limit: expected number/],
    ['A-101/1', '/revisions/00000000-0000-4000-8000-0000000000e3/commit', {}, /failed/],
  ])('%s changes the code of a refusal, and the message still says what is wrong', async (id, path, body, message) => {
    const [own, other] = await Promise.all(
      [[], [id]].map(async (otherwise) => {
        const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify(body) }
        const response = await createEmulator({ settings: { otherwise } }).fetch(`/v1${path}`, init)
        return (await response.json()) as { error: string; message: string }
      }),
    )
    expect(other!.error).not.toBe(own!.error)
    expect(other!.message).toBe(own!.message)
    expect(own!.message).toMatch(message)
  })
})
